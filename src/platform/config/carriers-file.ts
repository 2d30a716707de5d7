import { isObject } from '../lib/is-object.ts'
import type { LineName } from '../lines.ts'
import { type CarrierFacts, carrierFactsOf } from './carrier-facts.ts'
import { isText, readList, type Stop } from './list-file.ts'

type Addresses = { url: string; bindUrl: string }

export type HomeownersEndpoint = Addresses & { states: readonly string[] }

export type UmbrellaEndpoint = Addresses & {
  documentsUrl: string
  states: readonly string[]
  workflow: 'agency_pay' | 'carrier_direct'
  requiresSignature: boolean
}

type Endpoints = { homeowners: HomeownersEndpoint; umbrella: UmbrellaEndpoint }

export type CarrierSettings = {
  id: string
  name: string
  secret: string
  timeLimitSeconds: number
  facts: CarrierFacts
  answerWithinHours?: number
  polled?: true
  /** Absent: contract 1. `identified`: quote requests name the applicants. */
  contract2?: { identified: boolean }
  address?: string
  naic?: string
} & { [L in LineName]?: Endpoints[L] }

type Reading = { production: boolean; stop: Stop }
type Rule = (value: unknown, production: boolean) => boolean

const isEndpoint: Rule = (value, production) => {
  if (!isText(value) || !URL.canParse(value)) return false
  const { protocol, username, password, hash } = new URL(value)
  return (protocol === 'https:' || (protocol === 'http:' && !production)) && !username && !password && !hash
}

const isStateList: Rule = value =>
  Array.isArray(value) && value.length > 0 && value.every(code => isText(code) && /^[A-Z]{2}$/.test(code))

const isFlag: Rule = value => typeof value === 'boolean'

const isByState: Rule = value =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([code, flag]) => /^[A-Z]{2}$/.test(code) && typeof flag === 'boolean')

const isPhone: Rule = value => isText(value) && /^[+0-9(][0-9 ().-]{6,24}$/.test(value)

const orLeftOut =
  (rule: Rule): Rule =>
  (value, production) =>
    value === undefined || rule(value, production)

const ADDRESS = 'https:// (http:// is for development only), without a user, a password or a fragment'

export type CarrierRule = readonly [rule: Rule, words: string]

const percent = (name: string): CarrierRule => [
  orLeftOut(value => typeof value === 'number' && value >= 0 && value <= 100),
  `${name} must be a number from 0 to 100, or be left out`,
]

export const CARRIER_FIELDS = {
  id: [
    value => isText(value) && /^[a-z][a-z0-9-]{1,39}$/.test(value),
    'id must be 2 to 40 small letters, digits and hyphens',
  ],
  name: [value => isText(value) && /^\S.{0,78}\S$/u.test(value), 'name must be 2 to 80 characters'],
  url: [orLeftOut(isEndpoint), `url must be ${ADDRESS}`],
  umbrella_url: [orLeftOut(isEndpoint), `umbrella_url must be ${ADDRESS}`],
  bind_url: [orLeftOut(isEndpoint), 'bind_url must be an address like url, or be left out'],
  documents_url: [orLeftOut(isEndpoint), 'documents_url must be an address like url, or be left out'],
  secret: [value => isText(value) && value.length >= 32, 'secret must hold at least 32 characters'],
  time_limit_seconds: [
    value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 60,
    'time_limit_seconds must be a whole number from 1 to 60',
  ],
  answer_within_hours: [
    orLeftOut(value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 720),
    'answer_within_hours must be a whole number from 1 to 720, or be left out',
  ],
  events: [
    orLeftOut(isFlag),
    'events must be false for a carrier that sends no events and is polled, or be left out',
  ],
  contract: [
    orLeftOut(value => value === 1 || value === 2),
    'contract must be 1 (quote requests with rating facts only) or 2 (with applicants, address, prior policy and interests), or be left out for 1',
  ],
  identified: [orLeftOut(isFlag), 'identified must be true or false, or be left out'],
  homeowners_states: [
    orLeftOut(isStateList),
    'homeowners_states must list two-letter codes, such as ["CA", "OR"]',
  ],
  umbrella_states: [
    orLeftOut(isStateList),
    'umbrella_states must list two-letter codes, such as ["CA", "OR"]',
  ],
  admitted: [
    orLeftOut(value => isFlag(value, false) || isByState(value, false)),
    'admitted must be true, false, or one of them for each state, such as {"CA": false, "OR": true}',
  ],
  am_best: [
    orLeftOut(value => isText(value) && /^(A\+\+|A\+|A-?|B\+\+|B\+|B-?|C\+\+|C\+|C-?|D|NR)$/.test(value)),
    'am_best must be a rating such as "A+", or be left out',
  ],
  phone: [orLeftOut(isPhone), 'phone must be a phone number, or be left out'],
  claims_phone: [orLeftOut(isPhone), 'claims_phone must be a phone number, or be left out'],
  website: [
    orLeftOut(value => isText(value) && /^https:\/\//.test(value) && URL.canParse(value)),
    'website must be an https:// address, or be left out',
  ],
  commission_pct: percent('commission_pct'),
  renewal_commission_pct: percent('renewal_commission_pct'),
  address: [
    orLeftOut(value => isText(value) && /^\S[^\p{C}]{3,198}\S$/u.test(value)),
    'address must be one line of 5 to 200 characters, or be left out',
  ],
  naic: [
    orLeftOut(value => isText(value) && /^\d{5}$/.test(value)),
    'naic must be five digits in quotes, such as "12345", or be left out',
  ],
  workflow: [
    orLeftOut(value => value === 'agency_pay' || value === 'carrier_direct'),
    'workflow must be "agency_pay" or "carrier_direct"',
  ],
  requires_signature: [
    orLeftOut(value => typeof value === 'boolean'),
    'requires_signature must be true or false, or be left out',
  ],
} as const satisfies Record<string, CarrierRule>

const FIELDS: Readonly<Record<string, CarrierRule>> = CARRIER_FIELDS

export const isDeskEntry = (entry: unknown): entry is Record<string, unknown> =>
  isObject(entry) && entry.kind === 'desk'

const NEEDED: Readonly<Record<LineName, readonly string[]>> = {
  homeowners: ['url', 'homeowners_states'],
  umbrella: ['umbrella_url', 'umbrella_states', 'workflow'],
}
const LINES = Object.values(NEEDED)

const problemOfLines = (entry: Record<string, unknown>): string | undefined => {
  const given = (fields: readonly string[]) => fields.filter(field => entry[field] !== undefined)
  if (LINES.every(fields => given(fields).length === 0))
    return `it must have ${LINES.map(fields => fields.join(', ')).join(', or ')}`
  if (entry.requires_signature !== undefined && entry.umbrella_url === undefined)
    return 'requires_signature needs umbrella_url (homeowners always sign)'
  if (entry.identified !== undefined && entry.contract !== 2)
    return 'identified needs "contract": 2 (under contract 1, quote requests never name the applicants)'
  const half = LINES.find(fields => given(fields).length > 0 && given(fields).length < fields.length)
  return half && `${half.join(', ')} are given together or not at all`
}

const problemOf = (entry: Record<string, unknown>, production: boolean): string | undefined => {
  const unknown = Object.keys(entry).find(field => !Object.hasOwn(FIELDS, field))
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is not a field`
  const bad = Object.entries(FIELDS).find(([field, [rule]]) => !rule(entry[field], production))
  return bad ? bad[1][1] : problemOfLines(entry)
}

export const beside = (url: unknown, name: string): string => {
  const address = new URL(String(url))
  address.pathname = `${address.pathname.replace(/\/$/, '')}/${name}`
  return address.href
}

const addresses = (url: unknown, bindUrl: unknown): Addresses => ({
  url: String(url),
  bindUrl: String(bindUrl ?? beside(url, 'bind')),
})

const homeownersOf = ({ url, bind_url, homeowners_states }: Record<string, unknown>): HomeownersEndpoint => ({
  ...addresses(url, bind_url),
  states: homeowners_states as string[],
})

const umbrellaOf = (fields: Record<string, unknown>): UmbrellaEndpoint => ({
  ...addresses(fields.umbrella_url, fields.bind_url),
  documentsUrl: String(fields.documents_url ?? beside(fields.umbrella_url, 'documents')),
  states: fields.umbrella_states as string[],
  workflow: fields.workflow as UmbrellaEndpoint['workflow'],
  requiresSignature: fields.requires_signature === true,
})

export const entryTitle = (entry: unknown, at: number): string => {
  const id = isObject(entry) ? entry.id : undefined
  return `entry ${at + 1}${isText(id) ? ` (${JSON.stringify(id.slice(0, 40))})` : ''}`
}

const settingsOf = (entry: unknown, at: number, { production, stop }: Reading): CarrierSettings => {
  const where = `CARRIERS_FILE ${entryTitle(entry, at)}`
  const fields = isObject(entry) ? entry : stop(`${where}: it must be an object.`)
  const problem = problemOf(fields, production)
  if (problem !== undefined) stop(`${where}: ${problem}.`)
  const { id, name, secret, time_limit_seconds, answer_within_hours, address, naic } = fields
  return {
    id: String(id),
    name: String(name),
    secret: String(secret),
    timeLimitSeconds: Number(time_limit_seconds),
    facts: carrierFactsOf(fields),
    ...(fields.events === false && { polled: true as const }),
    ...(answer_within_hours !== undefined && { answerWithinHours: Number(answer_within_hours) }),
    ...(fields.contract === 2 && { contract2: { identified: fields.identified !== false } }),
    ...(address !== undefined && { address: String(address) }),
    ...(naic !== undefined && { naic: String(naic) }),
    ...(fields.url !== undefined && { homeowners: homeownersOf(fields) }),
    ...(fields.umbrella_url !== undefined && { umbrella: umbrellaOf(fields) }),
  }
}

export const readCarriersFile = (path: string, stop: Stop): unknown[] => readList('CARRIERS_FILE', path, stop)

export const endpointCarriers = (entries: readonly unknown[], reading: Reading): CarrierSettings[] => {
  const ids = new Set<string>()
  return entries.flatMap((entry, at) => {
    if (isDeskEntry(entry)) return []
    const settings = settingsOf(entry, at, reading)
    if (ids.has(settings.id))
      reading.stop(`CARRIERS_FILE ${entryTitle(entry, at)}: another entry has this id.`)
    ids.add(settings.id)
    return [settings]
  })
}
