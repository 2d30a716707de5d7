import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AGENCY, license, licensesFile, PRODUCTION } from '../../../test/support/servers/production.ts'
import { ConfigError, readConfig } from '../config.ts'

const SECRET = 'canary-canary-canary-canary-canary-canary'
const acme = {
  id: 'acme',
  name: 'Acme Home',
  url: 'https://quotes.acme.example/v1',
  secret: SECRET,
  time_limit_seconds: 20,
  homeowners_states: ['CA', 'OR'],
}

const over = {
  umbrella_url: 'https://umbrella.acme.example/v1',
  umbrella_states: ['TX'],
  workflow: 'agency_pay',
}

const fileWith = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-carriers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'carriers.json')
  writeFileSync(file, text)
  return file
}

const read = (entries: unknown, env: Record<string, string> = {}) =>
  readConfig({ CARRIERS_FILE: fileWith(JSON.stringify(entries)), ...env }).carriers

const problemWith = (text: string, env: Record<string, string> = {}): string => {
  try {
    readConfig({ CARRIERS_FILE: fileWith(text), ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
  }
  throw new Error('no ConfigError')
}

test('no file, no carriers; with one, each with all that it needs', () => {
  expect(readConfig({}).carriers).toEqual([])
  expect(readConfig({ CARRIERS_FILE: '' }).carriers).toEqual([])
  expect(read([])).toEqual([])
  const { id, name, url, secret } = acme
  const homeowners = { url, bindUrl: `${url}/bind`, states: ['CA', 'OR'] }
  expect(read([acme])).toEqual([{ id, name, secret, timeLimitSeconds: 20, facts: {}, homeowners }])
})

test('an entry says which contract it keeps, whether it wants names, and whether it is polled', () => {
  expect(read([{ ...acme, contract: 1 }])).toEqual(read([acme]))
  expect(read([{ ...acme, contract: 2 }])).toMatchObject([{ contract2: { identified: true } }])
  expect(read([{ ...acme, contract: 2, identified: false, events: false }])).toMatchObject([
    { contract2: { identified: false }, polled: true },
  ])
  expect(problemWith(JSON.stringify([{ ...acme, contract: 3 }]))).toContain(
    'contract must be 1 (quote requests',
  )
  expect(problemWith(JSON.stringify([{ ...acme, identified: false }]))).toContain(
    'identified needs "contract": 2',
  )
})

test('a carrier may write umbrellas too, or nothing else', () => {
  const { url, homeowners_states, ...neither } = acme
  const umbrella = {
    url: over.umbrella_url,
    bindUrl: `${over.umbrella_url}/bind`,
    states: ['TX'],
    workflow: 'agency_pay',
    requiresSignature: false,
  }
  expect(read([{ ...acme, ...over }])).toMatchObject([
    { homeowners: { url, states: homeowners_states }, umbrella },
  ])
  const [only] = read([{ ...neither, ...over }])
  expect(only).toMatchObject({ id: 'acme', umbrella })
  expect(only).not.toHaveProperty('homeowners')
  const [signed] = read([{ ...neither, ...over, requires_signature: true }])
  expect(signed?.umbrella).toMatchObject({ requiresSignature: true })
})

test('what a binder prints of a carrier may stand there', () => {
  const printed = { address: '1 Acme Plaza, Peoria, IL 61602', naic: '12345' }
  expect(read([{ ...acme, ...printed }])).toMatchObject([printed])
  expect(read([acme])[0]).not.toHaveProperty('naic')
})

test('orders go beside the quotes, or where the file says', () => {
  const bindUrl = (entry: object) => read([{ ...acme, ...over, ...entry }])[0]?.homeowners?.bindUrl
  expect(bindUrl({ url: 'https://acme.example/v1/?tenant=7' })).toBe('https://acme.example/v1/bind?tenant=7')
  expect(bindUrl({ bind_url: 'https://orders.acme.example' })).toBe('https://orders.acme.example')
  const [both] = read([{ ...acme, ...over, bind_url: 'https://orders.acme.example' }])
  expect(both?.umbrella?.bindUrl).toBe('https://orders.acme.example')
})

test.each([
  [{ id: undefined }, /^CARRIERS_FILE entry 2: id must be/],
  [{ id: 'Acme Home' }, /^CARRIERS_FILE entry 2 \("Acme Home"\): id must be/],
  [{ id: 'first' }, /^CARRIERS_FILE entry 2 \("first"\): another entry has this id\.$/],
  [{ name: '' }, /: name must be/],
  [{ url: 'quotes.acme.example' }, /: url must be/],
  [{ url: 'ftp://quotes.acme.example' }, /: url must be/],
  [{ url: 'https://user:word@acme.example' }, /: url must be/],
  [{ bind_url: 'orders.acme.example' }, /: bind_url must be/],
  [{ secret: SECRET.slice(0, 31) }, /^CARRIERS_FILE entry 2 \("acme"\): secret must hold at least 32/],
  [{ time_limit_seconds: 0 }, /: time_limit_seconds must be/],
  [{ time_limit_seconds: 61 }, /: time_limit_seconds must be/],
  [{ time_limit_seconds: 1.5 }, /: time_limit_seconds must be/],
  [{ time_limit_seconds: '20' }, /: time_limit_seconds must be/],
  [{ homeowners_states: [] }, /: homeowners_states must list/],
  [{ homeowners_states: ['California'] }, /: homeowners_states must list/],
  [{ umbrella_url: 'http:' }, /: umbrella_url must be/],
  [{ umbrella_states: ['Texas'] }, /: umbrella_states must list/],
  [{ naic: '1234' }, /: naic must be five digits/],
  [{ naic: 12345 }, /: naic must be five digits/],
  [{ address: 'Main\nStreet' }, /: address must be one line/],
  [{ workflow: 'prepaid' }, /: workflow must be "agency_pay" or "carrier_direct"\.$/],
  [{ ...over, requires_signature: 'yes' }, /: requires_signature must be true or false/],
  [{ requires_signature: true }, /: requires_signature needs umbrella_url/],
  [{ url: undefined }, /: url, homeowners_states are given together or not at all\.$/],
  [
    { workflow: 'agency_pay' },
    /: umbrella_url, umbrella_states, workflow are given together or not at all\.$/,
  ],
  [
    { url: undefined, homeowners_states: undefined },
    /: it must have url, homeowners_states, or umbrella_url, umbrella_states, workflow\.$/,
  ],
  [{ homeowner_states: ['CA'] }, /: "homeowner_states" is not a field\.$/],
])('%j stops the start with one sentence that names the entry and the problem', (changed, sentence) => {
  const message = problemWith(
    JSON.stringify([
      { ...acme, id: 'first' },
      { ...acme, ...changed },
    ]),
  )
  expect(message).toMatch(sentence)
  expect(message).not.toContain(SECRET.slice(0, 31))
})

test.each(['{}', 'null', '[null]', '[[]]', '["acme"]', `[{"secret": "${SECRET}"`])('so does %s', text => {
  const message = problemWith(text)
  expect(message).toMatch(/^CARRIERS_FILE .+\.$/)
  expect(message).not.toContain(SECRET)
})

test('so does a file that is not there', () => {
  expect(() => readConfig({ CARRIERS_FILE: '/nowhere/carriers.json' })).toThrow(
    'CARRIERS_FILE /nowhere/carriers.json cannot be read (ENOENT).',
  )
})

test('plain http is for development only', () => {
  const entries = [{ ...acme, url: 'http://127.0.0.1:9000/quotes' }]
  expect(read(entries)).toHaveLength(1)
  const production = { ...PRODUCTION, ...AGENCY, LICENSES_FILE: licensesFile(license()) }
  expect(problemWith(JSON.stringify(entries), production)).toMatch(
    /^CARRIERS_FILE entry 1 .*url must be https/,
  )
  expect(read([acme], production)).toHaveLength(1)
})

test('what is known about a carrier is kept, and a value that cannot be right stops the start', () => {
  const facts = {
    admitted: false,
    am_best: 'A-',
    phone: '1-800-555-0100',
    claims_phone: '+1 800 555 0101',
    website: 'https://acme.example',
    commission_pct: 12.5,
    renewal_commission_pct: 10,
  }
  expect(read([{ ...acme, ...facts }])[0]?.facts).toEqual(facts)
  const admitted = { CA: false, OR: true }
  expect(read([{ ...acme, admitted }])[0]?.facts).toEqual({ admitted })
  for (const bad of [{}, { ca: false }, { CA: 'no' }])
    expect(problemWith(JSON.stringify([{ ...acme, admitted: bad }]))).toContain('admitted must be')
  expect(read([{ ...acme, answer_within_hours: 48 }])[0]?.answerWithinHours).toBe(48)
  for (const [field, value] of Object.entries({
    admitted: 'no',
    am_best: 'Z',
    phone: 'call us',
    website: 'http://acme.example',
    commission_pct: 101,
    renewal_commission_pct: -1,
    answer_within_hours: 0.5,
  }))
    expect(problemWith(JSON.stringify([{ ...acme, [field]: value }]))).toContain(`${field} must be`)
})
