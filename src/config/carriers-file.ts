import { readFileSync } from 'node:fs'

/** A carrier's own endpoint. */
export type CarrierSettings = {
  id: string
  name: string
  url: string
  /** Signs what is sent. */
  secret: string
  timeLimitSeconds: number
  homeownersStates: readonly string[]
}

/** `stop` throws: its sentence ends the start. */
type Reading = { production: boolean; stop: (sentence: string) => never }
type Rule = (value: unknown, production: boolean) => boolean

const isText = (value: unknown): value is string => typeof value === 'string'

const isEndpoint: Rule = (value, production) => {
  if (!isText(value) || !URL.canParse(value)) return false
  const { protocol, username, password, hash } = new URL(value)
  return (protocol === 'https:' || (protocol === 'http:' && !production)) && !username && !password && !hash
}

const isStateList: Rule = value =>
  Array.isArray(value) && value.length > 0 && value.every(code => isText(code) && /^[A-Z]{2}$/.test(code))

const FIELDS: Readonly<Record<string, readonly [rule: Rule, words: string]>> = {
  id: [
    value => isText(value) && /^[a-z][a-z0-9-]{1,39}$/.test(value),
    'id must be 2 to 40 small letters, digits and hyphens',
  ],
  name: [value => isText(value) && /^\S.{0,78}\S$/u.test(value), 'name must be 2 to 80 characters'],
  url: [
    isEndpoint,
    'url must be https:// (http:// is for development only), without a user, a password or a fragment',
  ],
  secret: [value => isText(value) && value.length >= 32, 'secret must hold at least 32 characters'],
  time_limit_seconds: [
    value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 60,
    'time_limit_seconds must be a whole number from 1 to 60',
  ],
  homeowners_states: [isStateList, 'homeowners_states must list two-letter codes, such as ["CA", "OR"]'],
}

const problemOf = (entry: Record<string, unknown>, production: boolean): string | undefined => {
  const unknown = Object.keys(entry).find(field => !Object.hasOwn(FIELDS, field))
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is not a field`
  return Object.entries(FIELDS).find(([field, [rule]]) => !rule(entry[field], production))?.[1][1]
}

/** By its id where it has one, never by its secret. */
const title = (entry: unknown, at: number): string => {
  const { id } = (entry ?? {}) as { id?: unknown }
  return `entry ${at + 1}${isText(id) ? ` (${JSON.stringify(id.slice(0, 40))})` : ''}`
}

const settingsOf = (entry: unknown, at: number, { production, stop }: Reading): CarrierSettings => {
  const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry)
  const fields = (isObject ? entry : {}) as Record<string, unknown>
  const problem = isObject ? problemOf(fields, production) : 'it must be an object'
  if (problem !== undefined) stop(`CARRIERS_FILE ${title(entry, at)}: ${problem}.`)
  const { id, name, url, secret, time_limit_seconds, homeowners_states } = fields
  return {
    id: String(id),
    name: String(name),
    url: String(url),
    secret: String(secret),
    timeLimitSeconds: Number(time_limit_seconds),
    homeownersStates: homeowners_states as string[],
  }
}

// The parser's own words quote the file, and with it a secret.
const parse = (text: string, { stop }: Reading): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return stop('CARRIERS_FILE is not valid JSON.')
  }
}

const read = (path: string, { stop }: Reading): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return stop(`CARRIERS_FILE ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

export const readCarriersFile = (path: string, reading: Reading): CarrierSettings[] => {
  const entries = parse(read(path, reading), reading)
  if (!Array.isArray(entries)) return reading.stop('CARRIERS_FILE must hold a list of carriers.')
  const carriers = entries.map((entry, at) => settingsOf(entry, at, reading))
  const ids = carriers.map(({ id }) => id)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice >= 0) reading.stop(`CARRIERS_FILE ${title(carriers[twice], twice)}: another entry has this id.`)
  return carriers
}
