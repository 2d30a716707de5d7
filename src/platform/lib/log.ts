import pino, { type Logger } from 'pino'

export type Log = Logger

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

export const createLog = (level: string, destination: { write(line: string): void } = process.stdout): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: describeError },
      redact: {
        paths: ['authorization', 'headers', 'body', 'email', 'otp', 'token', 'key', 'api_key'].flatMap(
          name => [name, `*.${name}`],
        ),
        censor: '[redacted]',
      },
    },
    destination,
  )
