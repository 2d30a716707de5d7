import { BinderyError } from '../../../../client/src/client.ts'

class Refusal extends Error {
  override readonly name = 'Refusal'
}

class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const refuse = (message: string): never => {
  throw new Refusal(message)
}

export const misuse = (message: string): never => {
  throw new UsageError(message)
}

type Told = { exitCode: 1 | 2; lines: string[]; body: Record<string, unknown> }

const told = (exitCode: 1 | 2, error: string, message: string): Told => ({
  exitCode,
  lines: [message],
  body: { error, message },
})

type FieldProblem = NonNullable<BinderyError['failure']['fields']>[number]

const sentence = (text: string): string => ` ${text}${/[.?!]$/.test(text) ? '' : '.'}`

const fieldLine = ({ path, problem, expected, did_you_mean }: FieldProblem): string =>
  [
    `  ${path}:${sentence(problem)}`,
    ...(expected === undefined ? [] : [sentence(`Expected: ${expected}`)]),
    ...(did_you_mean === undefined ? [] : [` Did you mean ${did_you_mean}?`]),
  ].join('')

const fromService = ({ failure, status }: BinderyError, url: string): Told => ({
  exitCode: 1,
  lines: [
    failure.message,
    ...(failure.fields ?? []).map(fieldLine),
    ...(status === 401 ? [`Log in again: bindery login --url ${url}`] : []),
    ...(failure.documentation_url ? [`More: ${failure.documentation_url}`] : []),
    ...(failure.request_id ? [`Request: ${failure.request_id}`] : []),
  ],
  body: { ...failure },
})

const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'fetch failed'

const isParseArgsError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const firstSentence = ({ message }: Error): string => `${message.split('. ')[0]}.`

export const tellRefusal = (error: unknown, url: string): Told | null => {
  if (error instanceof UsageError) return told(2, 'usage', error.message)
  if (isParseArgsError(error)) return told(2, 'usage', `${firstSentence(error)} Add --help for the options.`)
  if (error instanceof Refusal) return told(1, 'refused', error.message)
  if (error instanceof BinderyError) return fromService(error, url)
  if (isUnreachable(error))
    return told(1, 'unreachable', `${url} does not answer. Check --url or BINDERY_URL, then try again.`)
  return null
}
