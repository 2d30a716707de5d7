import { expect, test } from 'vitest'
import {
  AGENCY,
  DEMONSTRATION,
  jsonFile,
  license,
  licensesFile,
  PRODUCTION,
} from '../../../test/support/servers/production.ts'
import { ConfigError, readConfig } from '../config.ts'

const acme = {
  id: 'acme',
  name: 'Acme Home',
  url: 'https://quotes.acme.example/v1',
  secret: 'a secret between the agency and its carrier',
  time_limit_seconds: 20,
  homeowners_states: ['IL'],
}

const outcomeOf = (env: Record<string, string | undefined>): string => {
  try {
    return readConfig(env).demoCarriers ? 'starts with demo carriers' : 'starts'
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

const LICENSES = {
  'no file': () => undefined,
  'an empty file': () => licensesFile(),
  'an expired license': () => licensesFile(license({ expires: '2020-01-31' })),
  'a license': () => licensesFile(license({ expires: '2020-01-31' }), license()),
}
const MARKETS = {
  'no file': () => undefined,
  'an empty file': () => jsonFile([]),
  'a carrier': () => jsonFile([acme]),
}
const DEMO = ['', 'on', 'off'] as const

const combinations = (['production', 'development', 'test', ''] as const).flatMap(env =>
  DEMO.flatMap(demo =>
    Object.keys(LICENSES).flatMap(licenses =>
      Object.keys(MARKETS).map(markets => ({
        env,
        demo,
        licenses: licenses as keyof typeof LICENSES,
        markets: markets as keyof typeof MARKETS,
      })),
    ),
  ),
)

type Combination = (typeof combinations)[number]

const expectedOf = ({ env, demo, licenses, markets }: Combination): RegExp => {
  if (env !== 'production') return demo === 'off' ? /^starts$/ : /^starts with demo carriers$/
  if (demo === 'on')
    return markets === 'a carrier' ? /^DEMO_CARRIERS=on [^\n]+\.$/ : /^starts with demo carriers$/
  if (licenses !== 'a license') return /^LICENSES_FILE [^\n]+\.$/
  return markets === 'a carrier' ? /^starts$/ : /^CARRIERS_FILE [^\n]+\.$/
}

test.each(combinations)(
  'NODE_ENV=$env DEMO_CARRIERS=$demo with $licenses for licenses and $markets for carriers starts, or names the setting',
  combination => {
    const { env, demo, licenses, markets } = combination
    const outcome = outcomeOf({
      ...PRODUCTION,
      ...AGENCY,
      NODE_ENV: env,
      DEMO_CARRIERS: demo,
      LICENSES_FILE: LICENSES[licenses](),
      CARRIERS_FILE: MARKETS[markets](),
    })
    expect(outcome).toMatch(expectedOf(combination))
  },
)

const live = () => ({
  ...PRODUCTION,
  ...AGENCY,
  LICENSES_FILE: licensesFile(license()),
  CARRIERS_FILE: jsonFile([acme]),
})

test.each(Object.keys(AGENCY))('production does not sell without %s, and demonstrates without it', name => {
  expect(outcomeOf({ ...live(), [name]: '' })).toMatch(new RegExp(`^${name} is required in production\\.`))
  expect(outcomeOf({ ...DEMONSTRATION, [name]: '' })).toBe('starts with demo carriers')
})

test.each([
  ['one character', 'f'.repeat(64)],
  ['a repeated word', 'canary-'.repeat(9)],
  ['a few digits', '1231231231231231231231231231231231231'],
  ['a placeholder', 'change-me-Xk9vB2mQ7sLd4TzR1wYh6NpJ8cFg3aEu'],
])('production refuses a secret of %s, development does not', (_, SECRET_KEY) => {
  expect(outcomeOf({ ...DEMONSTRATION, SECRET_KEY })).toMatch(/^SECRET_KEY .*openssl rand -base64 48/)
  expect(outcomeOf({ SECRET_KEY })).toBe('starts with demo carriers')
})

test('a weak key can be rotated out: only the first one must be strong', () => {
  const weak = 'f'.repeat(40)
  expect(outcomeOf({ ...DEMONSTRATION, SECRET_KEY: `${PRODUCTION.SECRET_KEY},${weak}` })).toMatch(/^starts/)
  expect(outcomeOf({ ...DEMONSTRATION, SECRET_KEY: `${weak},${PRODUCTION.SECRET_KEY}` })).toMatch(
    /^SECRET_KEY /,
  )
})

test.each([
  '4f9c0b7e1d2a8c6f5e3b9d0a7c1f8e2b',
  'q7HcZp0mX2nV5tYb8rKd1sLw9uJf3gAe',
  'YkM0c2d0V2pTQ0pOU3h5bUdFZ0xkQ2tXb1JqVXFhWmlQdGhCdnpOZQ==',
])('%s is as good as openssl makes them', SECRET_KEY => {
  expect(outcomeOf({ ...DEMONSTRATION, SECRET_KEY })).toMatch(/^starts/)
})

test('one start names all settings that production misses', () => {
  expect(outcomeOf({ NODE_ENV: 'production' })).toBe(
    'SECRET_KEY, PUBLIC_URL, SMTP_URL, and MAIL_FROM are required in production.',
  )
  expect(outcomeOf({ ...PRODUCTION, AGENCY_NAME: AGENCY.AGENCY_NAME })).toMatch(
    /^AGENCY_PHONE and AGENCY_ADDRESS are required in production\. Or set DEMO_CARRIERS=on /,
  )
})

test('a PUBLIC_URL without a scheme is told to start with https:// in production', () => {
  expect(outcomeOf({ ...DEMONSTRATION, PUBLIC_URL: 'insure.example' })).toBe(
    'PUBLIC_URL must start with https:// in production.',
  )
})

test('production refuses an http: PUBLIC_URL', () => {
  expect(outcomeOf({ ...DEMONSTRATION, PUBLIC_URL: 'http://bindery.example' })).toMatch(
    /^PUBLIC_URL .*https:/,
  )
})

test.each([
  ['smtp://mail.example', /^SMTP_URL /],
  ['smtp://mail.example:587?requireTLS=false', /^SMTP_URL /],
  ['smtp://mail.example:587?requireTLS=true&ignoreTLS=true', /^SMTP_URL /],
  ['smtp://mail.example:587?requireTLS=true', /^starts/],
  ['smtps://mail.example', /^starts/],
])('production sends email only over TLS: with %s it answers %s', (SMTP_URL, outcome) => {
  expect(outcomeOf({ ...DEMONSTRATION, SMTP_URL })).toMatch(outcome)
  expect(outcomeOf({ ...DEMONSTRATION, SMTP_URL, SMTP_ALLOW_PLAINTEXT: 'on' })).toMatch(/^starts/)
})

test.each(['DEMO_CARRIERS', 'SMTP_ALLOW_PLAINTEXT'])('%s is on or off', name => {
  expect(outcomeOf({ [name]: 'yes' })).toBe(`${name} must be on or off, not "yes".`)
})
