import pino, { type Logger } from 'pino'

/** Named one by one, so that nothing has to be looked for and redacted. */
export type RequestLine = {
  request_id: string
  method: string
  route: string
  status: number
  ms: number
  caller: string | undefined
  credential: string | undefined
}

export type Log = Logger & { request(line: RequestLine): void }

// These messages never carry personal data. Those of the database, the mail server or a parser can.
const SAFE_MESSAGES = new Set([
  'Failure',
  'ConfigError',
  'PartsFailed',
  'TypeError',
  'RangeError',
  'ReferenceError',
])

const frames = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter(line => line.startsWith('    at '))
    .slice(0, 12)
    .map(line => line.trim())

const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code, constraint, responseCode } = error as Error & Record<string, unknown>
  return {
    kind: error.name,
    ...(SAFE_MESSAGES.has(error.name) && { message: error.message }),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(responseCode !== undefined && { responseCode }),
    frames: frames(error),
  }
}

type Destination = { write(text: string): void }

/** One write for all lines of a turn: a system call costs more than the line. */
export const linesInTurns = (to: Destination): Destination => {
  let waiting = ''
  const flush = (): void => {
    const text = waiting
    waiting = ''
    if (text !== '') to.write(text)
  }
  process.on('exit', flush)
  return {
    write(line) {
      if (waiting === '') setImmediate(flush)
      waiting += line
    },
  }
}

const SECRET_NAMES = ['authorization', 'headers', 'body', 'email', 'otp', 'token', 'key', 'api_key']

export const createLog = (level: string, destination: Destination = process.stdout): Log => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  }
  const redact = { paths: SECRET_NAMES.flatMap(name => [name, `*.${name}`]), censor: '[redacted]' }
  const requests = pino(options, destination)
  return Object.assign(pino({ ...options, redact }, destination), {
    request: (line: RequestLine): void => requests.info(line, 'request'),
  })
}
