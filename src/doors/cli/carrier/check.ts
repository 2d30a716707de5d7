import { contracted } from '../../../agency/carriers/openapi/lines.ts'
import { type LineName, lineNames } from '../../../platform/lines.ts'
import { bindRules } from './bind-rules.ts'
import type { Listener } from './event-listener.ts'
import { eventRules } from './event-rules.ts'
import { pollRules } from './poll-rules.ts'
import { type CarrierTarget, Probe, type ProbedEndpoint } from './probe.ts'
import { quoteRules } from './quote-rules.ts'
import type { ContractRule, RuleVerdict } from './rule.ts'
import { sampleStates } from './sample-requests.ts'

export type Finding = {
  line: LineName
  rule: string
  sentence: string
  result: 'kept' | 'broken' | 'skipped'
  because?: string
}

export type CheckSettings = {
  target: CarrierTarget
  bind: boolean
  events?: { listener: Listener; milliseconds: number }
}

const probesOf = (target: CarrierTarget): Probe[] =>
  lineNames.flatMap(line => {
    const endpoint: ProbedEndpoint | undefined = target[line]
    if (!endpoint) return []
    const state = sampleStates.find(code => endpoint.states.includes(code)) ?? 'IL'
    return [new Probe(line, target, endpoint, state)]
  })

const findingOf = (line: LineName, { name, sentence }: ContractRule, verdict: RuleVerdict): Finding => {
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
    for (const rule of rules.filter(({ only }) => only === undefined || contracted[probe.line][only])) {
      const finding = findingOf(probe.line, rule, await rule.judge(probe))
      tell(finding)
      findings.push(finding)
    }
  return findings
}
