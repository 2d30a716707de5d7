import { ConfigError } from '../config.ts'
import { isDatabaseAway } from './database.ts'

type Fault = { code?: unknown; syscall?: unknown; message?: unknown }

const NO_SUCH_DATABASE = '3D000'
const NOT_LET_IN = /^28/

const complaint = (error: unknown): string | null => {
  const { code, syscall, message } = error as Fault
  // No password is given where the server wants one: the driver throws before it asks.
  if (code === NO_SUCH_DATABASE || NOT_LET_IN.test(String(code)) || /^SASL/.test(String(message)))
    return `DATABASE_URL is refused by its server (${message}): correct the URL, or create what it names.`
  if (code === 'ERR_INVALID_URL' || error instanceof URIError)
    return 'DATABASE_URL is not a valid URL: write it like postgresql://user:password@host:5432/name, percent-encoded where needed.'
  if (isDatabaseAway(error) || syscall === 'connect' || syscall === 'getaddrinfo')
    return 'DATABASE_URL names a database that does not answer: start it, or correct the URL.'
  return null
}

/** The first thing asked of the database of DATABASE_URL: if nobody answers, that setting is to blame. */
export const firstContact = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (cause) {
    const sentence = complaint(cause)
    throw sentence === null ? cause : new ConfigError(sentence, { cause })
  }
}
