import { resolve } from 'node:path'
import { speaker } from '../language/say.ts'
import { dayIn, isZone } from '../lib/local-day.ts'
import type { LineName } from '../lines.ts'
import type { Env } from './env.ts'
import spanish from './es.json' with { type: 'json' }
import type { License } from './licenses-file.ts'
import type { Stop } from './list-file.ts'
import { type Logo, readLogo } from './logo.ts'
import { readColor } from './palette.ts'

const { say } = speaker(spanish)

export type Agency = { name: string; license: string | null; phone: string | null; address: string | null }

export type Brand = {
  logo: Logo | null
  color: string | null
  privacyUrl: string | null
  termsUrl: string | null
}

export const plainText = (name: string, text: string, most: number, stop: Stop): string =>
  text.length <= most && !/\p{C}/u.test(text)
    ? text
    : stop(`${name} must be at most ${most} characters, without control characters.`)

const DEVELOPMENT_AGENCY = 'Bindery development agency'

export const readAgency = (env: Env, stop: Stop): Agency => {
  const given = (name: string, most: number): string | null =>
    env[name] ? plainText(name, env[name], most, stop) : null
  return {
    name: given('AGENCY_NAME', 100) ?? DEVELOPMENT_AGENCY,
    license: given('AGENCY_LICENSE', 60),
    phone: given('AGENCY_PHONE', 40),
    address: given('AGENCY_ADDRESS', 200),
  }
}

export const readTimeZone = (env: Env, stop: Stop): string => {
  const zone = env.AGENCY_TIME_ZONE || 'UTC'
  return isZone(zone)
    ? zone
    : stop(`AGENCY_TIME_ZONE must be a time zone such as America/New_York, not "${zone}".`)
}

type Reading = { production: boolean; stop: Stop }

const pageUrl = (name: string, text: string | undefined, { production, stop }: Reading): string | null => {
  if (!text) return null
  const { protocol = '', username = '', password = '', href = '' } = URL.canParse(text) ? new URL(text) : {}
  const isPage = (protocol === 'https:' || (protocol === 'http:' && !production)) && !username && !password
  return isPage ? href : stop(`${name} must be the https:// address of a page, not "${text}".`)
}

export const readBrand = (env: Env, reading: Reading): Brand => ({
  logo: env.AGENCY_LOGO ? readLogo(resolve(env.AGENCY_LOGO), reading.stop) : null,
  color: readColor(env.AGENCY_COLOR, reading.stop),
  privacyUrl: pageUrl('AGENCY_PRIVACY_URL', env.AGENCY_PRIVACY_URL, reading),
  termsUrl: pageUrl('AGENCY_TERMS_URL', env.AGENCY_TERMS_URL, reading),
})

export type LicensedPlace = { line: LineName; state: string }

export type Licensing = { agency: Agency; licenses: readonly License[] | null }

/** A license counts through its last day in the state that issued it. */
export const isCurrent = ({ state, expires }: Pick<License, 'state' | 'expires'>, now: Date): boolean =>
  expires >= dayIn(state, now)

export const licenseAt = (
  licenses: readonly License[],
  { line, state }: LicensedPlace,
  now: Date,
): License | undefined =>
  licenses
    .filter(license => license.state === state && license.lines.includes(line) && isCurrent(license, now))
    .toSorted((a, b) => (a.expires < b.expires ? 1 : -1))[0]

export const surplusBrokerWords = (
  { agency, licenses }: Licensing,
  state: string,
  now: Date,
): string | null => {
  const [held] = (licenses ?? [])
    .flatMap(license => (license.state === state ? (license.surplus_lines ?? []) : []))
    .filter(({ expires }) => isCurrent({ state, expires }, now))
    .toSorted((a, b) => (a.expires < b.expires ? 1 : -1))
  return held ? `${held.broker ?? agency.name}, license ${state} ${held.number}` : null
}

const numbersOf = (
  { agency, licenses }: Licensing,
  places: readonly LicensedPlace[],
  now: Date,
): string[] => {
  if (licenses === null) return agency.license === null ? [] : [agency.license]
  const held = places.flatMap(place => licenseAt(licenses, place, now) ?? [])
  return [...new Set(held.map(({ state, number }) => `${state} ${number}`))]
}

export const agencyFor = (licensing: Licensing, places: readonly LicensedPlace[], now: Date): Agency => ({
  ...licensing.agency,
  license: numbersOf(licensing, places, now).join(', ') || null,
})

const MOST_NUMBERS = 4

const currentLicenses = ({ licenses }: Licensing, now: Date): License[] =>
  (licenses ?? []).filter(license => isCurrent(license, now))

export const licenseWords = (licensing: Licensing, now: Date): string | null => {
  const { agency, licenses } = licensing
  if (licenses === null) return agency.license && say('license {number}', { number: agency.license })
  const held = currentLicenses(licensing, now)
  const numbers = [...new Set(held.map(({ state, number }) => `${state} ${number}`))].sort()
  if (numbers.length === 0) return null
  return numbers.length <= MOST_NUMBERS
    ? say('license {number}', { number: numbers.join(', ') })
    : say('licensed in {count} states', { count: new Set(held.map(({ state }) => state)).size })
}

export const contactWords = ({ name, phone }: Pick<Agency, 'name' | 'phone'>): string =>
  phone === null ? say('contact {name}', { name }) : say('call {name} at {phone}', { name, phone })

const lineOf = ({ name, address, phone }: Agency, license: string | null): string =>
  [name, address, phone, license].filter(Boolean).join(' · ')

export const agencyLine = (agency: Agency): string =>
  lineOf(agency, agency.license && say('license {number}', { number: agency.license }))

export const generalAgencyLine = (licensing: Licensing, now: Date): string =>
  lineOf(licensing.agency, licenseWords(licensing, now))

export const DEMONSTRATION = 'Demonstration, not insurance'

export const DEMONSTRATION_NOTICE =
  'The insurance companies here are invented. Their offers and policies cover nothing.'

export const demonstration = (): string => say(DEMONSTRATION)

export const demonstrationNotice = (): string => say(DEMONSTRATION_NOTICE)
