import type { License, LicensedLine } from './licenses-file.ts'

export type Agency = { name: string; license: string | null; phone: string | null; address: string | null }

export type LicensedPlace = { line: LicensedLine; state: string }

export type Licensing = { agency: Agency; licenses: readonly License[] | null }

/** Compares days in UTC, so a license ends a few hours early on its last evening and never late. */
export const isCurrent = ({ expires }: License, now: Date): boolean =>
  expires >= now.toISOString().slice(0, 10)

/** The license that counts: in this state, for this line, not expired, and the one that lasts longest. */
export const licenseAt = (
  licenses: readonly License[],
  { line, state }: LicensedPlace,
  now: Date,
): License | undefined =>
  licenses
    .filter(license => license.state === state && license.lines.includes(line) && isCurrent(license, now))
    .toSorted((a, b) => (a.expires < b.expires ? 1 : -1))[0]

const numbersOf = (
  { agency, licenses }: Licensing,
  places: readonly LicensedPlace[],
  now: Date,
): string[] => {
  if (licenses === null) return agency.license === null ? [] : [agency.license]
  const held = places.flatMap(place => licenseAt(licenses, place, now) ?? [])
  return [...new Set(held.map(({ state, number }) => `${state} ${number}`))]
}

/** The agency as a customer in these places is told about it. */
export const agencyFor = (licensing: Licensing, places: readonly LicensedPlace[], now: Date): Agency => ({
  ...licensing.agency,
  license: numbersOf(licensing, places, now).join(', ') || null,
})

export const contactWords = ({ name, phone }: Pick<Agency, 'name' | 'phone'>): string =>
  phone === null ? `contact ${name}` : `call ${name} at ${phone}`

export const agencyLine = ({ name, address, phone, license }: Agency): string =>
  [name, address, phone, license && `license ${license}`].filter(Boolean).join(' · ')
