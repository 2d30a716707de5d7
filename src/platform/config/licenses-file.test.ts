import { expect, test } from 'vitest'
import { jsonFile, license, licensesFile } from '../../../test/support/servers/production.ts'
import { readConfig } from '../config.ts'
import { agencyFor, agencyLine, licenseAt, surplusBrokerWords } from './agency.ts'
import type { License } from './licenses-file.ts'

const read = (...entries: object[]): readonly License[] =>
  readConfig({ LICENSES_FILE: licensesFile(...entries) }).licenses ?? []

test('without a file no state is closed; with one, each license is read', () => {
  expect(readConfig({}).licenses).toBeNull()
  expect(read()).toEqual([])
  expect(read(license(), license({ state: 'CA', appointments: ['acme'] }))).toEqual([
    { ...license(), surplus_lines: null, appointments: null },
    { ...license({ state: 'CA' }), surplus_lines: null, appointments: ['acme'] },
  ])
})

test.each([
  [{ state: 'Illinois' }, 'state must be'],
  [{ state: undefined }, 'state must be'],
  [{ lines: [] }, 'lines must list "homeowners" or "umbrella"'],
  [{ lines: ['property'] }, 'lines must list'],
  [{ number: '' }, 'number must be'],
  [{ number: 100200 }, 'number must be'],
  [{ npn: 'none' }, 'npn must be'],
  [{ npn: undefined }, 'npn must be'],
  [{ expires: '09/30/2027' }, 'expires must be'],
  [{ expires: '2027-02-30' }, 'expires must be'],
  [{ appointments: [] }, 'appointments must list'],
  [{ appointments: ['Acme Home'] }, 'appointments must list'],
  [{ surplus_lines: { number: 'SL-1' } }, 'surplus_lines must have number and expires'],
  [{ surplus_lines: { number: 'SL-1', expires: '2027-09-30', name: 'Elm' } }, 'surplus_lines must have'],
  [{ expiry: '2027-09-30' }, '"expiry" is not a field'],
])('%j stops the start with one sentence that names the entry and the problem', (changed, words) => {
  const LICENSES_FILE = licensesFile(license(), license(changed))
  expect(() => readConfig({ LICENSES_FILE })).toThrow(`LICENSES_FILE entry 2: ${words}`)
})

test.each(['{}', 'null', '[null]', '[[]]', '["IL"]', '[{'])('so does %s', text => {
  expect(() => readConfig({ LICENSES_FILE: jsonFile(text) })).toThrow(/^LICENSES_FILE .+\.$/)
})

const at = (day: string): Date => new Date(`${day}T12:00:00Z`)
const home = { line: 'homeowners', state: 'IL' } as const

test('a license counts in its state, for its lines, through the day it expires', () => {
  const licenses = read(license({ lines: ['homeowners'], expires: '2027-09-30' }))
  expect(licenseAt(licenses, home, at('2027-09-30'))?.number).toBe('100200300')
  expect(licenseAt(licenses, home, at('2027-10-01'))).toBeUndefined()
  expect(licenseAt(licenses, { ...home, state: 'IN' }, at('2027-09-30'))).toBeUndefined()
  expect(licenseAt(licenses, { ...home, line: 'umbrella' }, at('2027-09-30'))).toBeUndefined()
})

test('the day a license expires ends at midnight in its own state', () => {
  const { agency } = readConfig({ AGENCY_NAME: 'Elm' })
  const held = (state: string, moment: string): [string | undefined, string | null] => {
    const surplus_lines = { number: 'SL-1', expires: '2027-09-30' }
    const licenses = read(license({ state, expires: '2027-09-30', surplus_lines }))
    const now = new Date(moment)
    return [
      licenseAt(licenses, { ...home, state }, now)?.number,
      surplusBrokerWords({ agency, licenses }, state, now),
    ]
  }
  const none = [undefined, null]
  for (const [state, lastMinute, midnight] of [
    ['NY', '2027-10-01T03:59:00Z', '2027-10-01T04:00:00Z'],
    ['HI', '2027-10-01T09:59:00Z', '2027-10-01T10:00:00Z'],
  ] as const) {
    expect(held(state, lastMinute)).toEqual(['100200300', `Elm, license ${state} SL-1`])
    expect(held(state, midnight)).toEqual(none)
  }
})

test('a renewed license replaces the one that expires first', () => {
  const licenses = read(license({ expires: '2028-01-01', number: 'old' }), license({ number: 'new' }))
  expect(licenseAt(licenses, home, at('2027-10-01'))?.number).toBe('new')
})

test('a customer is told the license of their own state, and none that the agency does not hold', () => {
  const { agency } = readConfig({ AGENCY_NAME: 'Elm', AGENCY_PHONE: '555-0142', AGENCY_LICENSE: 'GENERAL' })
  const licenses = read(license(), license({ state: 'CA', number: '0A11111' }))
  const told = (state: string, held: readonly License[] | null) =>
    agencyLine(agencyFor({ agency, licenses: held }, [{ line: 'homeowners', state }], at('2027-01-01')))
  expect(told('CA', licenses)).toBe('Elm · 555-0142 · license CA 0A11111')
  expect(told('IL', licenses)).toBe('Elm · 555-0142 · license IL 100200300')
  expect(told('TX', licenses)).toBe('Elm · 555-0142')
  expect(told('TX', null)).toBe('Elm · 555-0142 · license GENERAL')
})

test('the surplus lines broker of a state is the agency, or the one it names, through the day the license expires', () => {
  const { agency } = readConfig({ AGENCY_NAME: 'Elm' })
  const surplus_lines = { number: 'SL-1', expires: '2027-09-30' }
  const told = (surplus: object | undefined, day: string) =>
    surplusBrokerWords({ agency, licenses: read(license({ surplus_lines: surplus })) }, 'IL', at(day))
  expect(told(surplus_lines, '2027-09-30')).toBe('Elm, license IL SL-1')
  expect(told({ ...surplus_lines, broker: 'Far Brokers' }, '2027-09-30')).toBe('Far Brokers, license IL SL-1')
  expect(told(surplus_lines, '2027-10-01')).toBeNull()
  expect(told(undefined, '2027-09-30')).toBeNull()
  expect(surplusBrokerWords({ agency, licenses: null }, 'IL', at('2027-09-30'))).toBeNull()
})
