import { bindRules } from './bind-rules.ts'
import type { Listener } from './event-listener.ts'
import { eventRules } from './event-rules.ts'
import { pollRules } from './poll-rules.ts'
import { type Endpoint, Probe, type Target } from './probe.ts'
import { quoteRules } from './quote-rules.ts'
import type { Rule, Verdict } from './rule.ts'
import { sampleStates } from './sample-requests.ts'
import type { Line } from './simulated-quote.ts'

export type Finding = {
  line: Line
  rule: string
  sentence: string
  result: 'kept' | 'broken' | 'skipped'
  because?: string
}

export type CheckSettings = {
  target: Target
  bind: boolean
  events?: { listener: Listener; milliseconds: number }
}

const LINES: readonly Line[] = ['homeowners', 'umbrella']

const probesOf = (target: Target): Probe[] =>
  LINES.flatMap(line => {
    const endpoint: Endpoint | undefined = target[line]
    if (!endpoint) return []
    const state = sampleStates.find(code => endpoint.states.includes(code)) ?? 'IL'
    return [new Probe(line, target, endpoint, state)]
  })

const findingOf = (line: Line, { name, sentence }: Rule, verdict: Verdict): Finding => {
  const rule = { line, rule: name, sentence }
  if (verdict === null) return { ...rule, result: 'kept' }
  return 'broken' in verdict
    ? { ...rule, result: 'broken', because: verdict.broken }
    : { ...rule, result: 'skipped', because: verdict.skipped }
}

export const checkCarrier = async (
  { target, bind, events }: CheckSettings,
  tell: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> => {
  const rules = [
    ...quoteRules,
    ...(target.polled ? pollRules : []),
    ...(bind ? bindRules : []),
    ...(events ? eventRules(events) : []),
  ]
  const findings: Finding[] = []
  for (const probe of probesOf(target))
    for (const rule of rules.filter(({ line = probe.line }) => line === probe.line)) {
      const finding = findingOf(probe.line, rule, await rule.judge(probe))
      tell(finding)
      findings.push(finding)
    }
  return findings
}
