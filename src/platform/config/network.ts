import { isIP } from 'node:net'
import type { Env } from './env.ts'
import type { Stop } from './list-file.ts'

export const port = (name: string, text: string, stop: Stop): number => {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 && value <= 65535
    ? value
    : stop(`${name} must be a port from 1 to 65535, not "${text}".`)
}

export const url = (name: string, text: string, protocols: string[], stop: Stop): URL => {
  const allowed = protocols.map(protocol => `${protocol}//`).join(' or ')
  const parsed = URL.canParse(text)
    ? new URL(text)
    : stop(`${name} must be a URL that starts with ${allowed}`)
  if (!protocols.includes(parsed.protocol)) stop(`${name} must start with ${allowed}`)
  return parsed.hostname === '' ? stop(`${name} must name a host after ${allowed}`) : parsed
}

export const publicUrl = (text: string, stop: Stop): string => {
  const { origin, pathname, search, hash, username, password } = url(
    'PUBLIC_URL',
    text,
    ['http:', 'https:'],
    stop,
  )
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
    ? origin
    : stop(`PUBLIC_URL must be a scheme, a host and perhaps a port, like ${origin}, and nothing more.`)
}

export const smtpUrl = (text: string, stop: Stop): string => {
  url('SMTP_URL', text, ['smtp:', 'smtps:'], stop)
  return text.replace(/\/+$/, '')
}

const MAILBOX = /^(?:[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/

export const mailFrom = (text: string, stop: Stop): string =>
  MAILBOX.test(text.trim())
    ? text
    : stop(`MAIL_FROM must be an email address, alone or like Bindery <mail@example.com>, not "${text}".`)

const PREFIX_BITS: Record<number, number> = { 4: 32, 6: 128 }

const isAddressOrRange = (text: string): boolean => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? []
  return Number(prefix ?? 1) <= (PREFIX_BITS[isIP(address)] ?? 0)
}

export const trustedProxies = (items: string[], stop: Stop): string[] => {
  const wrong = items.find(item => !isAddressOrRange(item))
  return wrong === undefined
    ? items
    : stop(`TRUSTED_PROXIES must be addresses or ranges like 10.0.0.1,10.1.0.0/16, not "${wrong}".`)
}

// Not parsed as a web URL, because postgresql://user@/name?host=/folder has no host.
export const databaseUrl = (name: string, text: string, stop: Stop): string => {
  if (!/^postgres(ql)?:\/\//.test(text)) stop(`${name} must start with postgres:// or postgresql://`)
  if (/%(?![\da-f]{2})/i.test(text)) stop(`${name} has a bare "%": write it as %25.`)
  const [, wanted = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(text) ?? []
  if (!['read-write', 'primary', 'any'].includes(wanted))
    stop(`${name} asks for target_session_attrs=${wanted}: the service writes, so use read-write.`)
  return text
}

export const databasePoolUrl = ({ DATABASE_POOL_URL, DATABASE_URL }: Env, stop: Stop): string | null => {
  if (!DATABASE_POOL_URL) return null
  if (!DATABASE_URL) stop('DATABASE_POOL_URL needs DATABASE_URL too, for jobs and locks.')
  return databaseUrl('DATABASE_POOL_URL', DATABASE_POOL_URL, stop)
}

const TAKEN = /^(pg_|information_schema$|graphile_worker$|citus)/

/** Null: where a role's unqualified names lead, and the queue of jobs in a schema of its own. */
export const databaseSchema = (text: string | undefined, stop: Stop): string | null => {
  if (!text || text === 'public') return null
  return /^[a-z][a-z0-9_]{0,39}$/.test(text) && !TAKEN.test(text)
    ? text
    : stop(
        `DATABASE_SCHEMA must be a name of up to 40 lower-case letters, digits and _, that PostgreSQL, Citus and the job queue do not use, not "${text}".`,
      )
}

export const adminPort = (text: string | undefined, taken: number, stop: Stop): number | null => {
  if (!text) return null
  const value = port('ADMIN_PORT', text, stop)
  return value === taken ? stop(`ADMIN_PORT must differ from PORT, and both are ${value}.`) : value
}
