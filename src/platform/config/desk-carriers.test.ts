import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AGENCY, license, licensesFile, PRODUCTION } from '../../../test/support/servers/production.ts'
import { ConfigError, readConfig } from '../config.ts'

const harbor = {
  kind: 'desk',
  id: 'harbor',
  name: 'Harbor Mutual',
  naic: '12345',
  portal_url: 'https://agents.harbor.example/#/login',
  expected_hours: 24,
  instructions: 'Choose “Personal lines”.\nAgency code 4411.',
  homeowners_states: ['OH', 'IL'],
}

const api = {
  id: 'acme',
  name: 'Acme Home',
  url: 'https://quotes.acme.example/v1',
  secret: 'canary-canary-canary-canary-canary-canary',
  time_limit_seconds: 20,
  homeowners_states: ['CA'],
}

const umbrella = { umbrella_states: ['OR'], workflow: 'carrier_direct' }

const configOf = (entries: unknown, env: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-carriers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'carriers.json')
  writeFileSync(file, JSON.stringify(entries))
  return readConfig({ CARRIERS_FILE: file, ...env })
}

const problemWith = (entry: object, env: Record<string, string> = {}): string => {
  try {
    configOf([{ ...harbor, ...entry }], env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
  }
  throw new Error('no ConfigError')
}

test('a desk carrier needs no endpoint and no secret, and stands beside those with an API', () => {
  const { carriers, deskCarriers } = configOf([harbor, api, { ...harbor, id: 'quay', ...umbrella }])
  expect(carriers.map(({ id }) => id)).toEqual(['acme'])
  expect(deskCarriers).toMatchObject([
    {
      id: 'harbor',
      name: 'Harbor Mutual',
      naic: '12345',
      portalUrl: harbor.portal_url,
      expectedHours: 24,
      instructions: harbor.instructions,
      homeowners: { states: ['OH', 'IL'] },
    },
    { id: 'quay', umbrella: { states: ['OR'], workflow: 'carrier_direct', requiresSignature: false } },
  ])
  expect(deskCarriers[0]).not.toHaveProperty('umbrella')
  expect(deskCarriers[0]?.facts).toEqual({})
  const surplus = { ...harbor, admitted: false, am_best: 'A-' }
  expect(configOf([surplus]).deskCarriers[0]?.facts).toEqual({ admitted: false, am_best: 'A-' })
})

test.each([
  [{ naic: undefined }, 'naic must be the carrier’s five digits in quotes, such as "12345"'],
  [{ naic: 12_345 }, 'naic must be the carrier’s five digits in quotes, such as "12345"'],
  [{ portal_url: 'agents.harbor.example' }, 'portal_url must be'],
  [{ portal_url: 'https://ann:secret@harbor.example' }, 'portal_url must be'],
  [{ expected_hours: 0 }, 'expected_hours must be a whole number from 1 to 720'],
  [{ instructions: 'x'.repeat(2001) }, 'instructions must be text of at most 2000 characters'],
  [{ homeowners_states: undefined }, 'it must have homeowners_states, umbrella_states, or both'],
  [{ umbrella_states: ['OR'] }, 'umbrella_states and workflow are given together or not at all'],
  [{ requires_signature: true }, 'requires_signature needs umbrella_states'],
  [{ secret: 'x'.repeat(40) }, '"secret" is not a field of a desk carrier'],
  [{ id: 'Harbor' }, 'id must be'],
])('%j stops the start and says what to change', (entry, words) => {
  const message = problemWith(entry)
  expect(message).toMatch(/^CARRIERS_FILE entry 1 \("/)
  expect(message).toContain(words)
})

test('two entries never share an id, whatever their kind, and the message counts all entries', () => {
  expect(() => configOf([harbor, { ...harbor, name: 'Another' }])).toThrow('another entry has this id')
  expect(() => configOf([harbor, api, api])).toThrow('entry 3 ("acme"): another entry has this id')
})

test('production wants https for the portal, and one desk carrier with a license is enough to sell', () => {
  const env = {
    ...PRODUCTION,
    ...AGENCY,
    LICENSES_FILE: licensesFile(license()),
    STAFF_EMAILS: 'ann@x.example',
  }
  expect(configOf([harbor], env).deskCarriers).toHaveLength(1)
  expect(problemWith({ portal_url: 'http://agents.harbor.example' }, env)).toContain('portal_url must be')
})

test('production does not start with desk carriers and no one to work on their tasks', () => {
  const env = { ...PRODUCTION, ...AGENCY, LICENSES_FILE: licensesFile(license()) }
  const words = 'STAFF_EMAILS must name someone who works on their tasks: an agent or an admin.'
  expect(problemWith({}, env)).toContain(words)
  expect(problemWith({}, { ...env, STAFF_EMAILS: 'ann@x.example:viewer' })).toContain(words)
})

test('how long new tasks are collected for an email is a setting', () => {
  expect(readConfig({}).deskEmailMinutes).toBe(15)
  expect(readConfig({ DESK_EMAIL_MINUTES: '0' }).deskEmailMinutes).toBe(0)
  expect(readConfig({}).deskOverdueEmail).toBe('staff')
  expect(readConfig({ DESK_OVERDUE_EMAIL: 'desk@agency.example' }).deskOverdueEmail).toBe(
    'desk@agency.example',
  )
  expect(() => readConfig({ DESK_OVERDUE_EMAIL: 'daily' })).toThrow('DESK_OVERDUE_EMAIL must be staff, off')
  expect(() => readConfig({ DESK_EMAIL_MINUTES: 'daily' })).toThrow(
    'DESK_EMAIL_MINUTES must be a whole number',
  )
})
