import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { contracted } from '../../../agency/carriers/openapi/lines.ts'
import { beside, endpointCarriers, readCarriersFile } from '../../../platform/config/carriers-file.ts'
import type { Env } from '../../../platform/config/env.ts'
import { ConfigError } from '../../../platform/config.ts'
import { SECOND } from '../../../platform/lib/clock.ts'
import { type LineName, lineNames } from '../../../platform/lines.ts'
import { type Command, type Given, textOf, type Values } from '../arguments.ts'
import { misuse } from '../operator/refusal.ts'
import { Terminal } from '../operator/terminal.ts'
import { bindRules } from './bind-rules.ts'
import { type Listener, listenForEvents } from './event-listener.ts'
import { eventRules } from './event-rules.ts'
import {
  type CarrierTarget,
  essenceOf,
  isSuccess,
  Probe,
  type ProbedEndpoint,
  type ProbeSigning,
  toldIn,
} from './probe.ts'
import { quoteRules } from './quote-rules.ts'
import { broken, type ContractRule, type RuleVerdict, skipped } from './rule.ts'
import { sampleStates } from './sample-requests.ts'

const NO_ANSWER = skipped('There was no valid answer to ask about.')

const ask = (probe: Probe, request_id: string, signing: ProbeSigning = {}) =>
  probe.send(beside(probe.endpoint.url, request_id), request_id, null, signing)

const pollRules: readonly ContractRule[] = [
  {
    name: 'answers_polls',
    sentence: 'GET with the request_id of a quote gives its answer, or pending again.',
    async judge(probe) {
      const { request, parsed } = await probe.first()
      if (!parsed?.answer) return NO_ANSWER
      const reply = await ask(probe, request.request_id)
      if (reply.kind === 'failed' || !isSuccess(reply.status))
        return broken(`It was answered with ${toldIn(reply)}.`)
      const polled = probe.parse(reply.text, request)
      if (!polled.answer) return broken(`The answer was not valid. (${polled.outcome})`)
      const [before, after] = [essenceOf(parsed.answer), essenceOf(polled.answer)]
      return before === 'later' || before === after ? null : broken(`First ${before}, then ${after}.`)
    },
  },
  {
    name: 'refuses_unknown_poll',
    sentence: 'GET with a request_id that never came gets 404.',
    async judge(probe) {
      const reply = await ask(probe, 'req_conformance_check_unknown')
      return reply.kind === 'reply' && reply.status === 404
        ? null
        : broken(`It was answered with ${toldIn(reply)} instead of 404.`)
    },
  },
  {
    name: 'refuses_forged_poll',
    sentence: 'GET signed with another secret gets 401.',
    async judge(probe) {
      const { request } = await probe.first()
      const reply = await ask(probe, request.request_id, { secret: `not ${probe.secret}` })
      return reply.kind === 'reply' && (reply.status === 401 || reply.status === 403)
        ? null
        : broken(`It was answered with ${toldIn(reply)} instead of 401.`)
    },
  },
]

export type Finding = {
  line: LineName
  rule: string
  sentence: string
  result: 'kept' | 'broken' | 'skipped'
  because?: string
}

type CheckSettings = {
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

const stop = (sentence: string): never => {
  throw new ConfigError(sentence)
}

const number = (name: string, text: string, most: number): number => {
  const value = Number(text)
  return Number.isInteger(value) && value >= 0 && value <= most
    ? value
    : misuse(`--${name} must be a whole number, at most ${most}.`)
}

const address = (name: string, url: string): string =>
  /^https?:\/\//.test(url) && URL.canParse(url) ? url : misuse(`--${name} ${url} is not a URL.`)

const fromFile = (id: string, { CARRIERS_FILE }: Env): CarrierTarget => {
  if (!CARRIERS_FILE) return stop('CARRIERS_FILE is not set. Set it, or give --url and --secret.')
  const carriers = endpointCarriers(readCarriersFile(resolve(CARRIERS_FILE), stop), {
    production: false,
    stop,
  })
  const found = carriers.find(carrier => carrier.id === id)
  if (found) return found
  const ids = carriers.map(carrier => carrier.id).join(', ')
  return stop(`CARRIERS_FILE has no carrier "${id}" with an endpoint. It has: ${ids || 'none'}.`)
}

const secretOf = async (values: Values): Promise<string> => {
  const terminal = new Terminal()
  try {
    return (
      textOf(values, 'secret') ||
      (await terminal.ask('Secret shared with the carrier:', { hidden: true })) ||
      misuse('Name a carrier of CARRIERS_FILE, or give --url or --umbrella-url, and --secret.')
    )
  } finally {
    terminal.close()
  }
}

const fromFlags = async (values: Values): Promise<CarrierTarget> => {
  const [url, umbrella, contract] = [
    textOf(values, 'url'),
    textOf(values, 'umbrella-url'),
    textOf(values, 'contract'),
  ]
  if (contract !== '1' && contract !== '2') return misuse('--contract must be 1 or 2.')
  if (url === undefined && umbrella === undefined)
    return misuse('Name a carrier of CARRIERS_FILE, or give --url or --umbrella-url.')
  const below = (name: string, quotes: string) => ({
    url: address(name, quotes),
    bindUrl: beside(quotes, 'bind'),
    states: [],
  })
  return {
    timeLimitSeconds: number('time-limit', String(values['time-limit']), 60),
    ...(values.poll === true && { polled: true as const }),
    ...(contract === '2' && { contract2: { identified: true } }),
    ...(url !== undefined && { homeowners: below('url', url) }),
    ...(umbrella !== undefined && {
      umbrella: { ...below('umbrella-url', umbrella), documentsUrl: beside(umbrella, 'documents') },
    }),
    secret: await secretOf(values),
  }
}

const MARKS = {
  kept: styleText('green', '✓'),
  broken: styleText('red', '✗'),
  skipped: styleText('yellow', '–'),
} as const

const tell = ({ line, rule, sentence, result, because }: Finding): void => {
  console.log(`${MARKS[result]} ${line} ${rule}: ${sentence}${because === undefined ? '' : ` ${because}`}`)
}

const summary = (findings: readonly Finding[]): string => {
  const count = (result: Finding['result']) => findings.filter(one => one.result === result).length
  return `${count('kept')} rules kept, ${count('broken')} broken, ${count('skipped')} skipped.`
}

const check = async (environment: Env, { args: [id], values }: Given): Promise<number> => {
  const target = id === undefined ? await fromFlags(values) : fromFile(id, environment)
  const milliseconds = number('wait', String(values.wait), 3600) * SECOND
  const listen = textOf(values, 'listen')
  const listener =
    listen === undefined ? undefined : await listenForEvents(target.secret, number('listen', listen, 65_535))
  try {
    const settings = {
      target,
      bind: values.bind === true,
      ...(listener && { events: { listener, milliseconds } }),
    }
    const findings = await checkCarrier(settings, values.json ? undefined : tell)
    const broken = findings.some(({ result }) => result === 'broken')
    console.log(values.json ? JSON.stringify({ kept: !broken, findings }, null, 2) : `\n${summary(findings)}`)
    if (!values.bind && !values.json)
      console.log('Rules about orders were not checked. Add --bind for a test system of the carrier.')
    return broken ? 1 : 0
  } finally {
    await listener?.stop()
  }
}

export const checkCommand: Command = {
  usage: 'carrier check ID',
  help: 'Check that a carrier’s endpoint keeps the contract.',
  details: [
    'Ends with 1 if a rule is broken. Without ID, name the endpoint with --url or --umbrella-url.',
    '',
    'ID                   an entry of CARRIERS_FILE',
    '--url URL            its address for homeowners quotes',
    '--umbrella-url URL   its address for umbrella quotes',
    '--secret TEXT        shared with the carrier (default: asks for it, or reads standard input)',
    '--time-limit SECONDS for each call (default: 20)',
    '--contract N         1 or 2, as in CARRIERS_FILE (default: 1)',
    '--poll               for a carrier that sends no events: also check GET with a request_id',
    '--bind               also order policies. Use it only with a test system of the carrier.',
    '--listen PORT        take the carrier’s events there, for a carrier that answers later',
    '--wait SECONDS       how long to wait for events (default: 60)',
    '--json               print JSON only',
  ],
  options: {
    url: { type: 'string' },
    'umbrella-url': { type: 'string' },
    secret: { type: 'string' },
    'time-limit': { type: 'string', default: '20' },
    contract: { type: 'string', default: '1' },
    poll: { type: 'boolean' },
    bind: { type: 'boolean' },
    listen: { type: 'string' },
    wait: { type: 'string', default: '60' },
    json: { type: 'boolean' },
  },
  takes: { least: 0, most: 1 },
  run: check,
}
