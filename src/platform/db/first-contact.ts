import { setTimeout } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import { SECOND } from '../lib/clock.ts'
import { errorCode } from '../lib/error-code.ts'
import type { Log } from '../lib/log.ts'
import { isDatabaseAway } from './database.ts'

type Fault = { code?: unknown; syscall?: unknown; message?: unknown }

const NO_SUCH_DATABASE = '3D000'
const NOT_LET_IN = /^28/
const NOT_ALLOWED = '42501'

const refusal = (error: unknown): string | null => {
  const { code, message } = error as Fault
  if (code === NO_SUCH_DATABASE || NOT_LET_IN.test(String(code)) || /^SASL/.test(String(message)))
    return `DATABASE_URL was refused by its server (${message}). Correct the URL, or create the database or role it names.`
  if (code === 'ERR_INVALID_URL' || error instanceof URIError || code === 'ERR_SOCKET_BAD_PORT')
    return 'DATABASE_URL is not a valid URL. Write it as postgresql://user:password@host:5432/name, percent-encoded where needed.'
  if (code === NOT_ALLOWED)
    return `The role in DATABASE_URL may not do this (${message}). Run "bindery migrate" and then deploy/postgres-roles.sql as the owner of the tables, and start again. "bindery reseal" always needs the owner.`
  return null
}

const isAway = (error: unknown): boolean => {
  const { syscall } = error as Fault
  return isDatabaseAway(error) || syscall === 'connect' || syscall === 'getaddrinfo'
}

export class DatabaseAwayError extends ConfigError {}

export const firstContact = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (cause) {
    const sentence = refusal(cause)
    if (sentence !== null) throw new ConfigError(sentence, { cause })
    if (!isAway(cause)) throw cause
    const away = 'DATABASE_URL names a database that does not answer. Start it, or correct the URL.'
    throw new DatabaseAwayError(away, { cause })
  }
}

const awayFacts = (error: unknown): object =>
  error instanceof DatabaseAwayError
    ? { reason: error.message, code: errorCode(error.cause) }
    : { code: errorCode(error) }

const PACE_MS = SECOND
const LOGGED_EVERY = 30

/** A database may accept a connection and never answer: the signal ends the wait, not the work. */
const orStopped = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop))
  })

export const untilReachable = async <T>(
  ask: () => Promise<T>,
  { log, signal }: { log: Log; signal?: AbortSignal | undefined },
): Promise<T> => {
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted()
    try {
      return await orStopped(ask(), signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof DatabaseAwayError) && !isAway(error)) throw error
      if (failures % LOGGED_EVERY === 0) log.warn(awayFacts(error), 'database away, waiting for it')
    }
    await setTimeout(PACE_MS, undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}
