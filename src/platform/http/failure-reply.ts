import type { ErrorObject } from 'ajv'
import Type, { type Static } from 'typebox'
import { isDatabaseAway, isDeadlock, isLockTimeout } from '../db/database.ts'
import { catalog, Failure, type FieldProblem } from '../errors.ts'
import { keysOf } from '../lib/keys-of.ts'
import { nameWords } from '../lib/name-words.ts'
import { problemCodes, problemWords } from '../problem-catalog.ts'
import { fieldProblems, type SentIn, withMoreProblems } from './field-problems.ts'
import type { Surface } from './operation.ts'

export const ErrorResponse = Type.Object(
  {
    error: Type.Enum(keysOf(catalog), {
      description: 'What went wrong, for programs.',
    }),
    message: Type.String({ description: 'What went wrong and what to do next.' }),
    request_id: Type.String({ description: 'Also in X-Request-Id; name it when you ask for help.' }),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String(),
            problem: Type.String({ description: 'What is wrong with it, in English.' }),
            code: Type.Enum(problemCodes, { description: 'The same, for programs.' }),
            expected: Type.Optional(Type.String()),
            did_you_mean: Type.Optional(Type.String()),
          },
          { additionalProperties: false },
        ),
      ),
    ),
    current_status: Type.Optional(
      Type.String({ description: 'The status, or detail_status, that the request did not fit.' }),
    ),
    person_acts_at: Type.Optional(Type.String({ format: 'uri', description: 'Where the person does it.' })),
    retry_after: Type.Optional(Type.Integer({ minimum: 1, description: 'Seconds, as in Retry-After.' })),
    documentation_url: Type.String({ format: 'uri' }),
  },
  { $id: 'ErrorResponse', additionalProperties: false },
)

const { documentation_url, message, ...sameInBoth } = ErrorResponse.properties

export const ProblemResponse = Type.Object(
  {
    type: documentation_url,
    title: Type.String({ description: 'error in words.' }),
    status: Type.Integer({ description: 'The status code of the response.' }),
    detail: message,
    ...sameInBoth,
  },
  { $id: 'ProblemResponse', additionalProperties: false, description: 'RFC 9457.' },
)

export type ErrorResponse = Static<typeof ErrorResponse>

type FastifyFault = {
  code?: string
  statusCode?: number
  validation?: ErrorObject[]
  validationContext?: SentIn
}

const MIB = 2 ** 20

const sizeWords = (bytes: number): string =>
  bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${(bytes / 1024).toLocaleString('en-US')} KiB`

const tooLarge = (limitBytes: number): Failure =>
  new Failure(
    'request_too_large',
    limitBytes < MIB ? {} : { message: `The body is too large. The limit is ${sizeWords(limitBytes)}.` },
  )

const byFastifyCode: Record<string, ConstructorParameters<typeof Failure>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_request',
    { message: 'Content-Length does not match the body.' },
  ],
  FST_ERR_BAD_URL: ['invalid_request', { message: 'The URL is not valid. Check its percent encoding.' }],
}

const isNotNow = (error: unknown): boolean =>
  isDatabaseAway(error) || isLockTimeout(error) || isDeadlock(error)

const knownFailure = (
  error: unknown,
  { bodyLimitBytes, alsoWrong, input }: Pick<Circumstances, 'bodyLimitBytes' | 'alsoWrong' | 'input'>,
): Failure | null => {
  if (error instanceof Failure) return error
  const { code, statusCode, validation, validationContext } = error as FastifyFault
  if (validation)
    return new Failure('invalid_request', {
      fields: withMoreProblems(
        fieldProblems(validation, validationContext),
        alsoWrong?.(Object(input) as Input) ?? [],
      ),
    })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(bodyLimitBytes)
  const known = byFastifyCode[code ?? '']
  if (known) return new Failure(...known)
  if (isNotNow(error)) return new Failure('unavailable', { retryAfterSeconds: 1 })
  if (code?.startsWith('FST_') && statusCode && statusCode < 500) return new Failure('invalid_request')
  return null
}

type Input = Record<string, unknown>

type Circumstances = {
  bodyLimitBytes: number
  input?: unknown
  alsoWrong?: ((input: Input) => FieldProblem[]) | undefined
  canWait?: boolean | undefined
  onFault: (error: unknown) => void
  onDatabaseAway?: (error: unknown) => void
}

export const asFailure = (error: unknown, { onFault, onDatabaseAway, ...about }: Circumstances): Failure => {
  if (isNotNow(error)) onDatabaseAway?.(error)
  const known = knownFailure(error, about)
  if (known) return about.canWait ? aboutPolling(known) : known
  onFault(error)
  return new Failure('internal_error')
}

type ShownProblem = NonNullable<ErrorResponse['fields']>[number]

export const shownProblem = (problem: FieldProblem): ShownProblem => {
  const { facts: _, path, code, ...rest } = problem
  return { path, problem: problemWords(problem), code, ...rest }
}

const ERRORS_PATH = '/docs/errors'
const SHOPPER_ERRORS_PATH = '/docs/consumer/errors'

export const errorsPathOf = ({ surface }: { surface: Surface }): string =>
  surface === 'consumer' ? SHOPPER_ERRORS_PATH : ERRORS_PATH

export const errorsPathAt = (url: string): string =>
  errorsPathOf({ surface: /^\/api\/(consumer|intake)\b/.test(url) ? 'consumer' : 'full' })

const HOLD = 'To wait for a change, hold each poll with Prefer: wait=20 instead of repeating it.'

const aboutPolling = (failure: Failure): Failure =>
  failure.code === 'rate_limited' && failure.message === catalog.rate_limited[1]
    ? new Failure('rate_limited', { ...failure.details, message: `${failure.message} ${HOLD}` })
    : failure

export const failureBody = (
  failure: Failure,
  requestId: string,
  publicUrl: string,
  errorsPath = ERRORS_PATH,
): ErrorResponse => {
  const { fields, current_status, person_acts_at, retryAfterSeconds } = failure.details
  return {
    error: failure.code,
    message: failure.message,
    request_id: requestId,
    ...(fields && { fields: fields.map(shownProblem) }),
    ...(current_status !== undefined && { current_status }),
    ...(person_acts_at !== undefined && { person_acts_at }),
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
    documentation_url: `${publicUrl}${errorsPath}#${failure.code}`,
  }
}

/** RFC 9457 names for the same facts. */
export const asProblem = (body: ErrorResponse, status: number): object => {
  const { documentation_url, message, ...rest } = body
  return { type: documentation_url, title: nameWords(body.error), status, detail: message, ...rest }
}
