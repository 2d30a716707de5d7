import type { App } from '../app.ts'
import { type Cookies, hostCookie, hostCookieOf, withoutHostCookie } from '../http/pages/document.ts'
import { HOUR, later, MINUTE } from '../lib/clock.ts'
import { base62 } from '../lib/random.ts'
import type { EmailMark } from './email-mark.ts'
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  listSessions,
  liveSession,
  prolongSession,
  type SessionKey,
  type SessionRow,
} from './session-store.ts'

/** `setUp` makes the secret that this session offers unique, so no other session has seen it. */
export type DeskSession = { browser: string; withFactor: boolean; wrong: number; setUp: string }

type SessionData = {
  portal: EmailMark
  buyer: EmailMark
  dashboard: { credentialId: string }
  operator: Record<string, never>
  resume: EmailMark
  desk: Partial<DeskSession>
}

type SessionKind = keyof SessionData

const LIFETIMES: Readonly<Record<SessionKind, { lifetime: number; whileUsed: number | null }>> = {
  portal: { lifetime: 30 * MINUTE, whileUsed: 8 * HOUR },
  buyer: { lifetime: 30 * MINUTE, whileUsed: 8 * HOUR },
  dashboard: { lifetime: 30 * MINUTE, whileUsed: null },
  operator: { lifetime: 30 * MINUTE, whileUsed: null },
  resume: { lifetime: 30 * MINUTE, whileUsed: null },
  desk: { lifetime: 8 * HOUR, whileUsed: null },
}

type Session<K extends SessionKind> = { subject: string; data: SessionData[K]; expiresAt: Date }

const dataOf = <K extends SessionKind>({ data }: SessionRow) => data as SessionData[K]

const keyOf = (app: App, kind: SessionKind, token: string): SessionKey => ({
  kind,
  token: app.sealer.mac(`session/${kind}`, token),
})

const keyIn = (app: App, kind: SessionKind, cookies: Cookies): SessionKey | null => {
  const token = hostCookieOf(cookies, kind)
  return token === undefined ? null : keyOf(app, kind, token)
}

export const openSession = async <K extends SessionKind>(
  app: App,
  { kind, subject, data }: { kind: K; subject: string; data: SessionData[K] },
): Promise<string> => {
  const now = app.clock.now()
  const token = base62(app.random, 32)
  await insertSession(app.db, {
    ...keyOf(app, kind, token),
    subject,
    data,
    created_at: now,
    expires_at: later(now, LIFETIMES[kind].lifetime),
  })
  return hostCookie(kind, token)
}

const prolong = async (app: App, kind: SessionKind, row: SessionRow): Promise<Date> => {
  const { lifetime, whileUsed } = LIFETIMES[kind]
  const now = app.clock.now()
  if (whileUsed === null || row.expires_at.getTime() - now.getTime() > lifetime / 2) return row.expires_at
  const until = new Date(Math.min(later(now, lifetime).getTime(), later(row.created_at, whileUsed).getTime()))
  await prolongSession(app.db, row, until)
  return until
}

export const findSession = async <K extends SessionKind>(
  app: App,
  kind: K,
  cookies: Cookies,
): Promise<Session<K> | null> => {
  const key = keyIn(app, kind, cookies)
  const row = key && (await liveSession(app.db, key, app.clock.now()))
  return row ? { subject: row.subject, data: dataOf<K>(row), expiresAt: await prolong(app, kind, row) } : null
}

/** A new token for the same session, which begins and ends when it did. */
export const replaceSession = async <K extends SessionKind>(
  app: App,
  { kind, cookies, data }: { kind: K; cookies: Cookies; data: SessionData[K] },
): Promise<string> => {
  const key = keyIn(app, kind, cookies)
  const row = key && (await liveSession(app.db, key, app.clock.now()))
  if (!row || !(await deleteSession(app.db, row))) throw new Error('There is no session to replace.')
  const token = base62(app.random, 32)
  await insertSession(app.db, { ...row, ...keyOf(app, kind, token), data })
  return hostCookie(kind, token)
}

export type ListedSession<K extends SessionKind> = {
  data: SessionData[K]
  createdAt: Date
  expiresAt: Date
  isOwn: boolean
}

export const sessionsOf = async <K extends SessionKind>(
  app: App,
  { kind, subjects, cookies }: { kind: K; subjects: readonly string[]; cookies: Cookies },
): Promise<ListedSession<K>[]> => {
  const own = keyIn(app, kind, cookies)
  const rows = await listSessions(app.db, { kind, subjects, now: app.clock.now() })
  return rows.map(row => ({
    data: dataOf<K>(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isOwn: own?.token.equals(row.token) === true,
  }))
}

export const closeSessionsOf = (app: App, kind: SessionKind, subjects: readonly string[]): Promise<void> =>
  deleteSessionsOf(app.db, { kind, subjects })

export const closeSession = async (app: App, kind: SessionKind, cookies: Cookies): Promise<string> => {
  const key = keyIn(app, kind, cookies)
  if (key) await deleteSession(app.db, key)
  return withoutHostCookie(kind)
}
