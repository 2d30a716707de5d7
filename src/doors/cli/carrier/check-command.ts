import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { beside, endpointCarriers, readCarriersFile } from '../../../platform/config/carriers-file.ts'
import type { Env } from '../../../platform/config/env.ts'
import { ConfigError } from '../../../platform/config.ts'
import { SECOND } from '../../../platform/lib/clock.ts'
import { type Command, type Given, textOf, type Values } from '../arguments.ts'
import { misuse } from '../operator/refusal.ts'
import { Terminal } from '../operator/terminal.ts'
import { checkCarrier, type Finding } from './check.ts'
import { listenForEvents } from './event-listener.ts'
import type { CarrierTarget } from './probe.ts'

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
