import { resolve } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { beside, endpointCarriers, readCarriersFile } from '../../../platform/config/carriers-file.ts'
import type { Env } from '../../../platform/config/env.ts'
import { ConfigError } from '../../../platform/config.ts'
import { SECOND } from '../../../platform/lib/clock.ts'
import { misuse } from '../operator/refusal.ts'
import { checkCarrier, type Finding } from './check.ts'
import { listenForEvents } from './event-listener.ts'
import type { CarrierTarget } from './probe.ts'

export const checkHelp = (): string =>
  [
    'Usage: bindery carrier check ID',
    '       bindery carrier check --url URL --secret TEXT',
    'Check that the endpoint of a carrier keeps the contract. Ends with 1 if a rule is broken.',
    '',
    '  ID                   an entry of CARRIERS_FILE',
    '  --url URL            its address for homeowners quotes',
    '  --umbrella-url URL   its address for umbrella quotes',
    '  --secret TEXT        shared with the carrier',
    '  --time-limit SECONDS for each call (default: 20)',
    '  --contract N         1 or 2, as in CARRIERS_FILE (default: 1)',
    '  --poll               for a carrier that sends no events: also check GET with a request_id',
    '  --bind               also order policies. Use it only with a test system of the carrier.',
    '  --listen PORT        take the carrier’s events there, for a carrier that answers later',
    '  --wait SECONDS       how long to wait for events (default: 60)',
    '  --json               print JSON only',
  ].join('\n')

const OPTIONS = {
  url: { type: 'string' },
  'umbrella-url': { type: 'string' },
  secret: { type: 'string' },
  'time-limit': { type: 'string', default: '20' },
  contract: { type: 'string', default: '1' },
  poll: { type: 'boolean', default: false },
  bind: { type: 'boolean', default: false },
  listen: { type: 'string' },
  wait: { type: 'string', default: '60' },
  json: { type: 'boolean', default: false },
} as const

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

type Given = {
  url?: string | undefined
  'umbrella-url'?: string | undefined
  secret?: string | undefined
  contract: string
  poll: boolean
}

const fromFlags = (
  { url, 'umbrella-url': umbrella, secret, contract, poll }: Given,
  timeLimitSeconds: number,
): CarrierTarget => {
  if (contract !== '1' && contract !== '2') return misuse('--contract must be 1 or 2.')
  if ((url === undefined && umbrella === undefined) || secret === undefined)
    return misuse('Name a carrier of CARRIERS_FILE, or give --url or --umbrella-url, and --secret.')
  const below = (name: string, quotes: string) => ({
    url: address(name, quotes),
    bindUrl: beside(quotes, 'bind'),
    states: [],
  })
  return {
    secret,
    timeLimitSeconds,
    ...(poll && { polled: true as const }),
    ...(contract === '2' && { contract2: { identified: true } }),
    ...(url !== undefined && { homeowners: below('url', url) }),
    ...(umbrella !== undefined && {
      umbrella: { ...below('umbrella-url', umbrella), documentsUrl: beside(umbrella, 'documents') },
    }),
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

export const check = async (args: string[], environment: Env): Promise<number> => {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const [id, ...more] = positionals
  if (more.length > 0) misuse('Name one carrier.')
  const target =
    id === undefined
      ? fromFlags(values, number('time-limit', values['time-limit'], 60))
      : fromFile(id, environment)
  const milliseconds = number('wait', values.wait, 3600) * SECOND
  const listener =
    values.listen === undefined
      ? undefined
      : await listenForEvents(target.secret, number('listen', values.listen, 65_535))
  try {
    const settings = { target, bind: values.bind, ...(listener && { events: { listener, milliseconds } }) }
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
