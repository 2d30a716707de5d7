import { describe, expect, test } from 'vitest'
import { DEMONSTRATION } from '../../test/support/servers/production.ts'
import { ConfigError, readConfig } from './config.ts'

const secret = 'f'.repeat(40)
const production = DEMONSTRATION

describe('configuration', () => {
  test('needs nothing: the defaults run on this machine', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:8080',
      databaseUrl: null,
      smtpUrl: null,
      adminPort: null,
      rateLimits: { refuse: true },
      logLevel: 'info',
    })
  })

  test('drains briefly in development, and in production for as long as a load balancer needs', () => {
    expect(readConfig({}).drainSeconds).toBe(0.5)
    expect(readConfig(production).drainSeconds).toBe(10)
    expect(readConfig({ DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
  })

  test('an empty setting is one that is left out', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '', SECRET_KEY: '' })).toEqual(readConfig({}))
  })

  test.each([
    ['DRAIN_SECONDS', 'long'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '301'],
    ['DATABASE_URL', 'postgresql://user:p%ss@host/name'],
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['ADMIN_PORT', '-1'],
    ['ADMIN_PORT', '8080'],
    ['PUBLIC_URL', 'bindery.example'],
    ['PUBLIC_URL', 'ftp://bindery.example'],
    ['PUBLIC_URL', 'https://bindery.example/?from=here'],
    ['PUBLIC_URL', 'https://bindery.example/#here'],
    ['PUBLIC_URL', 'https://bindery.example/insurance'],
    ['PUBLIC_URL', 'https://user@bindery.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgresql://a,b/name?target_session_attrs=standby'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp:///mail.example'],
    ['SMTP_URL', 'smtp:mail.example'],
    ['MAIL_FROM', 'Bindery'],
    ['MAIL_FROM', 'Bindery <mail>'],
    ['MAIL_FROM', 'Bindery mail@bindery.example'],
    ['SECRET_KEY', 'short'],
    ['SHARED_KEYS', 'long-enough-to-be-a-key,short'],
    ['SHARED_KEYS', 'long enough, but with spaces in it'],
    ['SHARED_KEYS', 'long-enough-but-not-plain-\u00e9'],
    ['TRUSTED_PROXIES', 'my-proxy'],
    ['TRUSTED_PROXIES', '10.0.0.1,10.0.0.0/99'],
    ['TRUSTED_PROXIES', '10.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/'],
    ['TRUSTED_PROXIES', '10.0.0'],
    ['TRUSTED_PROXIES', 'fe80::1%eth0'],
    ['TRUSTED_PROXIES', '2001:db8::/129'],
    ['RATE_LIMITS', 'operator=many'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'staging'],
    ['STAFF_EMAILS', 'ann@agency.example, bob'],
    ['STAFF_EMAILS', 'ann@agency.example:boss'],
    ['STAFF_EMAILS', 'ann@agency.example:viewer, Ann@agency.example:admin'],
    ['STAFF_SECOND_FACTOR', 'yes'],
    ['AGENCY_NAME', 'x'.repeat(101)],
    ['PAYMENT_INSTRUCTIONS', 'Pay\tthere'],
  ])('%s=%s stops with one sentence that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} `))
  })

  test.each([
    ['https://bindery.example/', 'https://bindery.example'],
    ['https://Bindery.example:443', 'https://bindery.example'],
    ['http://127.0.0.1:9090', 'http://127.0.0.1:9090'],
  ])('PUBLIC_URL=%s is the origin %s', (text, origin) => {
    expect(readConfig({ PUBLIC_URL: text }).publicUrl).toBe(origin)
  })

  test.each(['mail@bindery.example', 'Bindery <mail@bindery.example>', '"Bindery, Inc." <mail@localhost>'])(
    'MAIL_FROM=%s is fine',
    text => {
      expect(readConfig({ MAIL_FROM: text }).mailFrom).toBe(text)
    },
  )

  test.each(['SECRET_KEY', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'])('%s is required in production', name => {
    expect(readConfig(production).production).toBe(true)
    expect(() => readConfig({ ...production, [name]: undefined })).toThrow(
      `${name} is required in production.`,
    )
  })

  test('production refuses a placeholder secret and RATE_LIMITS=off', () => {
    expect(() => readConfig({ ...production, SECRET_KEY: `change-me-${secret}` })).toThrow('SECRET_KEY')
    expect(() => readConfig({ ...production, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS=off')
  })

  test('lists are split at commas, budgets are overridden by name', () => {
    const config = readConfig({
      TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1, ::1, 2001:db8::/32',
      SECRET_KEY: `${secret},${'e'.repeat(40)}`,
      RATE_LIMITS: 'operator=1200/60,calculators=10/1',
    })
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '127.0.0.1', '::1', '2001:db8::/32'])
    expect(config.secretKeys).toHaveLength(2)
    expect(readConfig({ STAFF_EMAILS: 'Ann@agency.example, bob@agency.example:viewer' }).staff).toEqual([
      { email: 'ann@agency.example', role: 'admin' },
      { email: 'bob@agency.example', role: 'viewer' },
    ])
    expect(readConfig({ PAYMENT_INSTRUCTIONS: 'By check.\\nOr by wire.' }).paymentInstructions).toEqual([
      'By check.',
      'Or by wire.',
    ])
    expect(config.rateLimits.overrides.get('operator')).toEqual({ points: 1200, seconds: 60 })
  })
})
