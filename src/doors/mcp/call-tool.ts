import type { FastifyInstance, InjectOptions } from 'fastify'
import { Failure, type FieldProblem } from '../../platform/errors.ts'
import { errorsPathOf, failureBody } from '../../platform/http/failure-reply.ts'
import { pathParameters, splitInput } from '../../platform/http/schemas.ts'
import { closest } from '../../platform/lib/closest.ts'
import { type ProblemCode, problemCatalog } from '../../platform/problem-catalog.ts'
import { IDEMPOTENCY_ARGUMENT, PAGE_ARGUMENT, TOKEN_ARGUMENT, type Tool, takesToken } from './tool.ts'

type Arguments = Record<string, unknown>

type Speaker = { address: string; userAgent: string; authorization: string | undefined }

export type Conversation = { http: FastifyInstance; publicUrl: string; requestId: string; speaker: Speaker }

export type ToolAnswer = { status: number; body: Arguments; isPending: boolean; held: boolean }

export type ToolCall = { input: Arguments; waitSeconds: number }

const headersOf = (
  { row }: Tool,
  { userAgent, authorization: own }: Speaker,
  { input, waitSeconds }: ToolCall,
): Record<string, string> => {
  const { [TOKEN_ARGUMENT]: token, [IDEMPOTENCY_ARGUMENT]: key } = input
  const authorization = takesToken(row) ? `Bearer ${token}` : own
  return {
    'user-agent': userAgent,
    ...(authorization !== undefined && { authorization }),
    ...(key !== undefined && { 'idempotency-key': String(key) }),
    ...(row.operation.waits && { prefer: `wait=${waitSeconds}` }),
  }
}

const urlOf = ({ row }: Tool, input: Arguments): string =>
  row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))

const inputOf = ({ row }: Tool, input: Arguments): Arguments => {
  const elsewhere = [...pathParameters(row.path), TOKEN_ARGUMENT, IDEMPOTENCY_ARGUMENT, PAGE_ARGUMENT]
  return Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.includes(name)))
}

const queryOf = (input: Arguments): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

const ask = async (http: FastifyInstance, options: InjectOptions): Promise<ToolAnswer> => {
  const answer = await http.inject(options)
  return {
    status: answer.statusCode,
    body: answer.json<Arguments>(),
    isPending: answer.statusCode < 300 && answer.headers['retry-after'] !== undefined,
    held: answer.headers['preference-applied'] !== undefined,
  }
}

const WORD = /^[\w-]+$/

const problemsIn = ({ row, takesOnly }: Tool, input: Arguments): FieldProblem[] => {
  const needed = [...pathParameters(row.path), ...(takesToken(row) ? [TOKEN_ARGUMENT] : [])]
  const key = input[IDEMPOTENCY_ARGUMENT]
  const unreadable = [
    ...needed.filter(name => typeof input[name] !== 'string' || !WORD.test(input[name])),
    ...(key === undefined || typeof key === 'string' ? [] : [IDEMPOTENCY_ARGUMENT]),
  ]
  const expected = 'the string that an earlier response gave you'
  return [
    ...unreadable.map(
      (path): FieldProblem => ({
        path,
        code: input[path] === undefined ? 'required' : 'wrong_format',
        expected,
      }),
    ),
    ...(takesOnly ?? [])
      .filter(name => input[name] === undefined)
      .map((path): FieldProblem => ({ path, code: 'required', expected })),
    ...Object.keys(input)
      .filter(name => takesOnly && ![...takesOnly, PAGE_ARGUMENT].includes(name))
      .map((path): FieldProblem => ({ path, code: 'unknown_field', expected: `only ${takesOnly}` })),
  ]
}

const refuse = (
  { requestId, publicUrl }: Conversation,
  { row }: Tool,
  fields: FieldProblem[],
): ToolAnswer => {
  const failure = new Failure('invalid_request', { fields })
  const body = failureBody(failure, requestId, publicUrl, errorsPathOf(row))
  return { status: failure.status, body, isPending: false, held: false }
}

type Told = { path: string; code: string; did_you_mean?: string }

const UNKNOWN = { code: 'unknown_field', problem: problemCatalog.unknown_field } as const

const UNKNOWN_CODES: readonly string[] = ['unknown_field', 'unknown_parameter'] satisfies ProblemCode[]

/** A tool for both lines has arguments that one line refuses: then the pipeline's words stand. */
const withOwnArguments = ({ inputSchema }: Tool, answer: ToolAnswer): ToolAnswer => {
  const { fields } = answer.body
  if (!Array.isArray(fields)) return answer
  const known = Object.keys(inputSchema.properties ?? {})
  const named = (fields as Told[]).map(({ did_you_mean, ...field }) => {
    const isForeign = !known.includes(field.path) && !/[.[]/.test(field.path)
    const isArgument = UNKNOWN_CODES.includes(field.code) && isForeign
    const meant = isArgument ? closest(field.path, known) : did_you_mean
    return {
      ...field,
      ...(isArgument && { ...UNKNOWN, expected: `one of ${known.join(', ')}` }),
      ...(meant !== undefined && { did_you_mean: meant }),
    }
  })
  return { ...answer, body: { ...answer.body, fields: named } }
}

const WITH_POLL = { expand: 'poll_request' }

export const callTool = async (
  conversation: Conversation,
  tool: Tool,
  call: ToolCall,
): Promise<ToolAnswer> => {
  const { http, speaker } = conversation
  const wrong = problemsIn(tool, call.input)
  if (wrong.length > 0) return refuse(conversation, tool, wrong)
  const given = inputOf(tool, call.input)
  const rest = 'expand' in tool.row.operation.input.properties ? { ...WITH_POLL, ...given } : given
  const answer = await ask(http, {
    method: tool.row.method,
    url: urlOf(tool, call.input),
    headers: headersOf(tool, speaker, call),
    remoteAddress: speaker.address,
    ...(splitInput(tool.row).query ? { query: queryOf(rest) } : { payload: rest }),
  })
  return withOwnArguments(tool, answer)
}

type PollRequest = { method: 'GET' | 'POST'; url: string; body?: Arguments }

export const pollAgain = (
  { http, speaker }: Conversation,
  { body }: ToolAnswer,
  waitSeconds: number,
): Promise<ToolAnswer> | null => {
  const { poll_request, [TOKEN_ARGUMENT]: token } = body
  const poll = poll_request as PollRequest | undefined
  const authorization = token === undefined ? speaker.authorization : `Bearer ${token}`
  if (!poll) return null
  const { pathname, searchParams: query } = new URL(poll.url)
  return ask(http, {
    method: poll.method,
    url: pathname,
    query: { ...Object.fromEntries(query), ...(!poll.body && WITH_POLL) },
    headers: {
      'user-agent': speaker.userAgent,
      prefer: `wait=${waitSeconds}`,
      ...(authorization !== undefined && { authorization }),
    },
    remoteAddress: speaker.address,
    ...(poll.body && { payload: { ...poll.body, ...WITH_POLL } }),
  })
}
