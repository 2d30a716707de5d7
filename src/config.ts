import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Agency, type Brand, readAgency, readBrand, words } from './config/agency.ts'
import { type CarrierSettings, readCarriersFile } from './config/carriers-file.ts'
import { type DeskCarrierSettings, readDeskCarriers } from './config/desk-carriers.ts'
import type { Env } from './config/env.ts'
import { type IdJagIssuer, readIdJagIssuers } from './config/id-jag-issuers.ts'
import { type License, readLicensesFile } from './config/licenses-file.ts'
import { type OperatorApproval, readOperatorApproval } from './config/operator-approval.ts'
import { checkProductionSettings, checkSelling } from './config/preflight.ts'
import { withSecretFiles } from './config/secret-files.ts'
import { type StaffMember, staffList } from './config/staff-list.ts'
import { type StripeSettings, stripeSettings } from './config/stripe.ts'

export type RateLimits = {
  refuse: boolean
  overrides: ReadonlyMap<string, { points: number; seconds: number }>
}

type EmailLimits = { refuse: boolean; overrides: ReadonlyMap<string, number> }

export type Config = {
  production: boolean
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** A pooler in front of the same database, in transaction mode. Null: none. */
  databasePoolUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  /** The first key seals and signs; the others only open. Empty: the service keeps its own key in dataDir. */
  secretKeys: readonly string[]
  sharedKeys: readonly string[]
  trustedProxies: readonly string[]
  adminPort: number | null
  rateLimits: RateLimits
  emailLimits: EmailLimits
  logLevel: string
  carriers: readonly CarrierSettings[]
  deskCarriers: readonly DeskCarrierSettings[]
  /** How long new tasks are collected for one email to staff. 0: no emails. */
  deskEmailMinutes: number
  demoCarriers: boolean
  agency: Agency
  brand: Brand
  /** Null without LICENSES_FILE: then no state is closed for want of a license. */
  licenses: readonly License[] | null
  paymentInstructions: readonly string[]
  paymentDueDays: number
  stripe: StripeSettings | null
  staff: readonly StaffMember[]
  staffSecondFactor: boolean
  operatorApproval: OperatorApproval
  idJagIssuers: readonly IdJagIssuer[]
  drainSeconds: number
  /** How long offers wait for carriers that have not answered. */
  quoteWindowSeconds: number
  traceEndpoint: string | null
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const stop = (sentence: string): never => {
  throw new ConfigError(sentence)
}

const PAYMENT_INSTRUCTIONS = 'Pay by check or bank transfer. Contact us for where to send it.'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')

const port = (name: string, text: string): number => {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 && value <= 65535
    ? value
    : stop(`${name} must be a port from 1 to 65535, not "${text}".`)
}

const url = (name: string, text: string, protocols: string[]): URL => {
  const allowed = protocols.map(protocol => `${protocol}//`).join(' or ')
  const parsed = URL.canParse(text)
    ? new URL(text)
    : stop(`${name} must be a URL that starts with ${allowed}`)
  if (!protocols.includes(parsed.protocol)) stop(`${name} must start with ${allowed}`)
  return parsed.hostname === '' ? stop(`${name} must name a host after ${allowed}`) : parsed
}

const publicUrl = (text: string): string => {
  const { origin, pathname, search, hash, username, password } = url('PUBLIC_URL', text, ['http:', 'https:'])
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
    ? origin
    : stop(`PUBLIC_URL must be a scheme, a host and perhaps a port, like ${origin}, and nothing more.`)
}

const smtpUrl = (text: string): string => {
  url('SMTP_URL', text, ['smtp:', 'smtps:'])
  return text.replace(/\/+$/, '')
}

const MAILBOX = /^(?:[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/

const mailFrom = (text: string): string =>
  MAILBOX.test(text.trim())
    ? text
    : stop(`MAIL_FROM must be an email address, alone or like Bindery <mail@example.com>, not "${text}".`)

const PREFIX_BITS: Record<number, number> = { 4: 32, 6: 128 }

const isAddressOrRange = (text: string): boolean => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? []
  return Number(prefix ?? 1) <= (PREFIX_BITS[isIP(address)] ?? 0)
}

const proxies = (items: string[]): string[] => {
  const wrong = items.find(item => !isAddressOrRange(item))
  return wrong === undefined
    ? items
    : stop(`TRUSTED_PROXIES must be addresses or ranges like 10.0.0.1,10.1.0.0/16, not "${wrong}".`)
}

// Not parsed as a web URL, because postgresql://user@/name?host=/folder has no host.
const databaseUrl = (name: string, text: string): string => {
  if (!/^postgres(ql)?:\/\//.test(text)) stop(`${name} must start with postgres:// or postgresql://`)
  if (/%(?![\da-f]{2})/i.test(text)) stop(`${name} has a bare "%": write it as %25.`)
  const [, wanted = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(text) ?? []
  if (!['read-write', 'primary', 'any'].includes(wanted))
    stop(`${name} asks for target_session_attrs=${wanted}: the service writes, so use read-write.`)
  return text
}

const databasePoolUrl = ({ DATABASE_POOL_URL, DATABASE_URL }: Env): string | null => {
  if (!DATABASE_POOL_URL) return null
  if (!DATABASE_URL) stop('DATABASE_POOL_URL needs DATABASE_URL too, for jobs and locks.')
  return databaseUrl('DATABASE_POOL_URL', DATABASE_POOL_URL)
}

const rateLimits = (text: string, production: boolean): RateLimits => {
  const overrides = new Map<string, { points: number; seconds: number }>()
  if (text === 'off' && production) stop('RATE_LIMITS=off is refused in production.')
  if (text === 'off') return { refuse: false, overrides }
  for (const item of list(text)) {
    const [, name, points, seconds] =
      /^([a-z_]+)=([1-9]\d*)\/([1-9]\d*)$/.exec(item) ??
      stop(`RATE_LIMITS must be "off" or a list like operator=600/60,calculators=120/60, not "${item}".`)
    overrides.set(String(name), { points: Number(points), seconds: Number(seconds) })
  }
  return { refuse: true, overrides }
}

const emailLimits = (text: string, production: boolean): EmailLimits => {
  if (text === 'off' && production) stop('EMAIL_LIMITS=off is refused in production.')
  if (text === 'off') return { refuse: false, overrides: new Map() }
  const overrides = list(text).map((item): [string, number] => {
    const [, name, aDay] =
      /^([a-z_]+)=([1-9]\d{0,8})$/.exec(item) ??
      stop(`EMAIL_LIMITS must be "off" or a list like recipient=40,key_code=20, not "${item}".`)
    return [String(name), Number(aDay)]
  })
  return { refuse: true, overrides: new Map(overrides) }
}

const longEnough = (name: string, keys: string[], length: number): string[] => {
  if (keys.some(key => key.length < length)) stop(`${name} must hold at least ${length} characters a key.`)
  return keys
}

/** Other characters do not survive an Authorization header. */
const visible = (name: string, keys: string[]): string[] => {
  if (keys.some(key => !/^[\x21-\x7e]+$/.test(key)))
    stop(`${name} must hold visible ASCII characters only, without spaces inside a key.`)
  return keys
}

const adminPort = (text: string | undefined, taken: number): number | null => {
  if (!text) return null
  const value = port('ADMIN_PORT', text)
  return value === taken ? stop(`ADMIN_PORT must differ from PORT, and both are ${value}.`) : value
}

const secondFactor = (text: string): boolean => {
  if (text !== 'required' && text !== 'optional')
    stop(`STAFF_SECOND_FACTOR must be required or optional, not "${text}".`)
  return text === 'required'
}

const dueDays = (text: string): number => {
  const value = Number(text)
  return Number.isInteger(value) && value >= 0 && value <= 90
    ? value
    : stop(`PAYMENT_DUE_DAYS must be a whole number from 0 to 90, not "${text}".`)
}

const DRAIN_SECONDS = { production: '10', elsewhere: '0.5' }

const quoteWindowSeconds = (text: string): number =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 600
    ? Number(text)
    : stop(`QUOTE_WINDOW_SECONDS must be a whole number from 1 to 600, not "${text}".`)

const drainSeconds = (text: string): number => {
  const value = Number(text)
  return value >= 0 && value <= 300
    ? value
    : stop(`DRAIN_SECONDS must be a number from 0 to 300, not "${text}".`)
}

const deskEmailMinutes = (text: string): number => {
  const value = Number(text)
  return Number.isInteger(value) && value >= 0 && value <= 1440
    ? value
    : stop(`DESK_EMAIL_MINUTES must be a whole number from 0 (no emails) to 1440, not "${text}".`)
}

const nodeEnv = (text: string | undefined): boolean => {
  if (text === undefined || text === '' || text === 'development' || text === 'test') return false
  return text === 'production' || stop(`NODE_ENV must be production, development or test, not "${text}".`)
}

const onOrOff = (name: string, text: string): boolean => {
  if (text !== 'on' && text !== 'off') stop(`${name} must be on or off, not "${text}".`)
  return text === 'on'
}

export const readConfig = (environment: Env, now = new Date()): Config => {
  const env = withSecretFiles(environment, stop)
  const production = nodeEnv(env.NODE_ENV)
  onOrOff('SMTP_ALLOW_PLAINTEXT', env.SMTP_ALLOW_PLAINTEXT || 'off')
  if (production) checkProductionSettings(env, stop)
  const config = settingsIn(env, production)
  const { demoCarriers, licenses } = config
  const carriers = [...config.carriers, ...config.deskCarriers]
  if (production && config.deskCarriers.length > 0 && config.staff.every(({ role }) => role === 'viewer'))
    stop(
      'CARRIERS_FILE has desk carriers, so STAFF_EMAILS must name someone who works on their tasks: an agent or an admin.',
    )
  if (production) checkSelling(env, { demoCarriers, licenses, carriers }, { now, stop })
  return config
}

const settingsIn = (env: Env, production: boolean): Config => {
  const listenPort = port('PORT', env.PORT || '8080')
  const host = env.HOST || '127.0.0.1'
  const logLevel = env.LOG_LEVEL || 'info'
  if (!LOG_LEVELS.includes(logLevel))
    stop(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}".`)
  return {
    production,
    port: listenPort,
    host,
    publicUrl: publicUrl(env.PUBLIC_URL || `http://127.0.0.1:${listenPort}`),
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL ? databaseUrl('DATABASE_URL', env.DATABASE_URL) : null,
    databasePoolUrl: databasePoolUrl(env),
    smtpUrl: env.SMTP_URL ? smtpUrl(env.SMTP_URL) : null,
    mailFrom: mailFrom(env.MAIL_FROM || 'no-reply@bindery.invalid'),
    secretKeys: longEnough('SECRET_KEY', list(env.SECRET_KEY), 32),
    sharedKeys: visible('SHARED_KEYS', longEnough('SHARED_KEYS', list(env.SHARED_KEYS), 16)),
    trustedProxies: proxies(list(env.TRUSTED_PROXIES)),
    adminPort: adminPort(env.ADMIN_PORT, listenPort),
    rateLimits: rateLimits(env.RATE_LIMITS ?? '', production),
    emailLimits: emailLimits(env.EMAIL_LIMITS ?? '', production),
    logLevel,
    demoCarriers: onOrOff('DEMO_CARRIERS', env.DEMO_CARRIERS || (production ? 'off' : 'on')),
    agency: readAgency(env, stop),
    brand: readBrand(env, { production, stop }),
    licenses: env.LICENSES_FILE ? readLicensesFile(resolve(env.LICENSES_FILE), stop) : null,
    carriers: env.CARRIERS_FILE ? readCarriersFile(resolve(env.CARRIERS_FILE), { production, stop }) : [],
    deskCarriers: env.CARRIERS_FILE ? readDeskCarriers(resolve(env.CARRIERS_FILE), { production, stop }) : [],
    deskEmailMinutes: deskEmailMinutes(env.DESK_EMAIL_MINUTES || '15'),
    paymentInstructions: (env.PAYMENT_INSTRUCTIONS || PAYMENT_INSTRUCTIONS)
      .split(/\\n|\n/)
      .map(line => words('PAYMENT_INSTRUCTIONS', line.trim(), 400, stop)),
    paymentDueDays: dueDays(env.PAYMENT_DUE_DAYS || '10'),
    stripe: stripeSettings(env, { production, stop }),
    staff: staffList(list(env.STAFF_EMAILS), stop),
    staffSecondFactor: secondFactor(env.STAFF_SECOND_FACTOR || (production ? 'required' : 'optional')),
    operatorApproval: readOperatorApproval(env.OPERATOR_APPROVAL, { production, stop }),
    quoteWindowSeconds: quoteWindowSeconds(env.QUOTE_WINDOW_SECONDS || '20'),
    drainSeconds: drainSeconds(
      env.DRAIN_SECONDS || (production ? DRAIN_SECONDS.production : DRAIN_SECONDS.elsewhere),
    ),
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? url('OTEL_EXPORTER_OTLP_ENDPOINT', env.OTEL_EXPORTER_OTLP_ENDPOINT, ['http:', 'https:']).href
      : null,
    idJagIssuers: env.ID_JAG_ISSUERS
      ? readIdJagIssuers(resolve(env.ID_JAG_ISSUERS), { production, stop })
      : [],
  }
}

export const loadEnvironment = (): Env => {
  const file = join(process.cwd(), '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}
