import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Agency, type Brand, plainText, readAgency, readBrand, readTimeZone } from './config/agency.ts'
import { type CarrierSettings, endpointCarriers, readCarriersFile } from './config/carriers-file.ts'
import { type DeskCarrierSettings, deskCarriers } from './config/desk-carriers.ts'
import { commaList, type Env } from './config/env.ts'
import { type IdJagIssuer, readIdJagIssuers } from './config/id-jag-issuers.ts'
import { type License, type RuleReview, readLicensesFile, readRuleReviews } from './config/licenses-file.ts'
import { type EmailLimits, emailLimits, type RateLimits, rateLimits } from './config/limits.ts'
import { readText, type Stop } from './config/list-file.ts'
import {
  adminPort,
  databasePoolUrl,
  databaseSchema,
  databaseUrl,
  mailFrom,
  port,
  publicUrl,
  smtpUrl,
  trustedProxies,
  url,
} from './config/network.ts'
import { checkProductionSettings, checkSelling } from './config/preflight.ts'
import { type StaffMember, staffList } from './config/staff-list.ts'
import { type StripeSettings, stripeSettings } from './config/stripe.ts'

export const SECRET_SETTINGS = [
  'SECRET_KEY',
  'SHARED_KEYS',
  'DATABASE_URL',
  'DATABASE_POOL_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const

const secretOf = (name: string, env: Env, stop: Stop): string | undefined => {
  const setting = `${name}_FILE`
  const path = env[setting]
  if (!path) return env[name]
  if (env[name]) stop(`${name} and ${setting} are both set: remove one of them.`)
  return readText(setting, path, stop).trim() || stop(`${setting} ${path} is empty.`)
}

const withSecretFiles = (env: Env, stop: Stop): Env => ({
  ...env,
  ...Object.fromEntries(SECRET_SETTINGS.map(name => [name, secretOf(name, env, stop)])),
})

type OperatorApproval = 'auto' | 'desk'

const operatorActs = (text: string): 'all' | 'by_standing' =>
  text === 'all' || text === 'by_standing'
    ? text
    : stop(`OPERATOR_ACTS must be all or by_standing, not "${text}".`)

const creditRule = (text: string): 'ask' | 'allow' =>
  text === 'ask' || text === 'allow' ? text : stop(`CREDIT must be ask or allow, not "${text}".`)

const readOperatorApproval = (
  text: string | undefined,
  { production, stop }: { production: boolean; stop: Stop },
): OperatorApproval => {
  const value = text || (production ? 'desk' : 'auto')
  return value === 'auto' || value === 'desk'
    ? value
    : stop(`OPERATOR_APPROVAL must be auto or desk, not "${value}".`)
}

export type Config = {
  production: boolean
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** A pooler in front of the same database, in transaction mode. Null: none. */
  databasePoolUrl: string | null
  /** Everything of this agency lives in it, jobs too. Null: the default schema, and `graphile_worker` for jobs. */
  databaseSchema: string | null
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
  /** Who is emailed each day about overdue tasks: `staff`, `off`, or one address. */
  deskOverdueEmail: string
  demoCarriers: boolean
  agency: Agency
  timeZone: string
  brand: Brand
  /** Null without LICENSES_FILE: no state is then closed because a license is missing. */
  licenses: readonly License[] | null
  /** Counsel's sign-off of state rules. */
  ruleReviews: readonly RuleReview[]
  paymentInstructions: readonly string[]
  paymentDueDays: number
  stripe: StripeSettings | null
  staff: readonly StaffMember[]
  staffSecondFactor: boolean
  /** Who may refund, besides admins. */
  refundsBy: 'agent' | 'admin'
  operatorApproval: OperatorApproval
  /** Whether operators may act for people in every state, or only as staff recorded their standing. */
  operatorActs: 'all' | 'by_standing'
  credit: 'ask' | 'allow'
  idJagIssuers: readonly IdJagIssuer[]
  drainSeconds: number
  quoteWindowSeconds: number
  traceEndpoint: string | null
  /** Each new anchor is appended to it. Null: only the log has them. */
  anchorFile: string | null
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const stop = (sentence: string): never => {
  throw new ConfigError(sentence)
}

const PAYMENT_INSTRUCTIONS = 'Pay by check or bank transfer. Contact us for where to send it.'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

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

const refundsBy = (text: string): 'agent' | 'admin' =>
  text === 'agent' || text === 'admin' ? text : stop(`REFUNDS_BY must be agent or admin, not "${text}".`)

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

const deskOverdueEmail = (text: string): string =>
  text === 'staff' || text === 'off' || /^[^\s@<>,]+@[^\s@<>,]+$/.test(text)
    ? text
    : stop(`DESK_OVERDUE_EMAIL must be staff, off, or one email address, not "${text}".`)

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
  const listenPort = port('PORT', env.PORT || '8080', stop)
  const host = env.HOST || '127.0.0.1'
  const logLevel = env.LOG_LEVEL || 'info'
  if (!LOG_LEVELS.includes(logLevel))
    stop(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}".`)
  const carrierEntries = env.CARRIERS_FILE ? readCarriersFile(resolve(env.CARRIERS_FILE), stop) : []
  return {
    production,
    port: listenPort,
    host,
    publicUrl: publicUrl(env.PUBLIC_URL || `http://127.0.0.1:${listenPort}`, stop),
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL ? databaseUrl('DATABASE_URL', env.DATABASE_URL, stop) : null,
    databasePoolUrl: databasePoolUrl(env, stop),
    databaseSchema: databaseSchema(env.DATABASE_SCHEMA, stop),
    smtpUrl: env.SMTP_URL ? smtpUrl(env.SMTP_URL, stop) : null,
    mailFrom: mailFrom(env.MAIL_FROM || 'no-reply@bindery.invalid', stop),
    secretKeys: longEnough('SECRET_KEY', commaList(env.SECRET_KEY), 32),
    sharedKeys: visible('SHARED_KEYS', longEnough('SHARED_KEYS', commaList(env.SHARED_KEYS), 16)),
    trustedProxies: trustedProxies(commaList(env.TRUSTED_PROXIES), stop),
    adminPort: adminPort(env.ADMIN_PORT, listenPort, stop),
    rateLimits: rateLimits(env.RATE_LIMITS ?? '', { production, stop }),
    emailLimits: emailLimits(env.EMAIL_LIMITS ?? '', { production, stop }),
    logLevel,
    demoCarriers: onOrOff('DEMO_CARRIERS', env.DEMO_CARRIERS || (production ? 'off' : 'on')),
    agency: readAgency(env, stop),
    timeZone: readTimeZone(env, stop),
    brand: readBrand(env, { production, stop }),
    licenses: env.LICENSES_FILE ? readLicensesFile(resolve(env.LICENSES_FILE), stop) : null,
    ruleReviews: env.RULE_REVIEWS_FILE ? readRuleReviews(resolve(env.RULE_REVIEWS_FILE), stop) : [],
    carriers: endpointCarriers(carrierEntries, { production, stop }),
    deskCarriers: deskCarriers(carrierEntries, { production, stop }),
    deskEmailMinutes: deskEmailMinutes(env.DESK_EMAIL_MINUTES || '15'),
    deskOverdueEmail: deskOverdueEmail(env.DESK_OVERDUE_EMAIL || 'staff'),
    paymentInstructions: (env.PAYMENT_INSTRUCTIONS || PAYMENT_INSTRUCTIONS)
      .split(/\\n|\n/)
      .map(line => plainText('PAYMENT_INSTRUCTIONS', line.trim(), 400, stop)),
    paymentDueDays: dueDays(env.PAYMENT_DUE_DAYS || '10'),
    stripe: stripeSettings(env, { production, stop }),
    staff: staffList(commaList(env.STAFF_EMAILS), stop),
    staffSecondFactor: secondFactor(env.STAFF_SECOND_FACTOR || (production ? 'required' : 'optional')),
    refundsBy: refundsBy(env.REFUNDS_BY || 'admin'),
    operatorApproval: readOperatorApproval(env.OPERATOR_APPROVAL, { production, stop }),
    operatorActs: operatorActs(env.OPERATOR_ACTS || (production ? 'by_standing' : 'all')),
    credit: creditRule(env.CREDIT || (production ? 'ask' : 'allow')),
    quoteWindowSeconds: quoteWindowSeconds(env.QUOTE_WINDOW_SECONDS || '20'),
    drainSeconds: drainSeconds(
      env.DRAIN_SECONDS || (production ? DRAIN_SECONDS.production : DRAIN_SECONDS.elsewhere),
    ),
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? url('OTEL_EXPORTER_OTLP_ENDPOINT', env.OTEL_EXPORTER_OTLP_ENDPOINT, ['http:', 'https:'], stop).href
      : null,
    anchorFile: env.ANCHOR_FILE ? resolve(env.ANCHOR_FILE) : null,
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
