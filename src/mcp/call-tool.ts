import type { FastifyInstance, InjectOptions } from 'fastify'
import { pathParameters, splitInput } from '../http/schemas.ts'
import { IDEMPOTENCY_ARGUMENT, TOKEN_ARGUMENT, type Tool } from './tool.ts'

type Arguments = Record<string, unknown>

/** Whoever speaks to us, as the pipeline has to know them. */
export type Speaker = { address: string; userAgent: string; authorization: string | undefined }

export type ToolAnswer = { status: number; body: Arguments; isPending: boolean }

const MAX_WAIT_SECONDS = 20

const headersOf = (tool: Tool, speaker: Speaker, input: Arguments): Record<string, string> => {
  const { [TOKEN_ARGUMENT]: token, [IDEMPOTENCY_ARGUMENT]: key } = input
  const authorization = tool.row.guard.scheme === TOKEN_ARGUMENT ? `Bearer ${token}` : speaker.authorization
  return {
    'user-agent': speaker.userAgent,
    ...(authorization !== undefined && { authorization }),
    ...(key !== undefined && { 'idempotency-key': String(key) }),
    ...(tool.row.operation.stateOf && { prefer: `wait=${MAX_WAIT_SECONDS}` }),
  }
}

const urlOf = ({ row }: Tool, input: Arguments): string =>
  row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))

const inputOf = ({ row }: Tool, input: Arguments): Arguments => {
  const elsewhere = [...pathParameters(row.path), TOKEN_ARGUMENT, IDEMPOTENCY_ARGUMENT]
  return Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.includes(name)))
}

const queryOf = (input: Arguments): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

const ask = async (server: FastifyInstance, options: InjectOptions): Promise<ToolAnswer> => {
  const answer = await server.inject(options)
  return {
    status: answer.statusCode,
    body: answer.json<Arguments>(),
    isPending: answer.statusCode < 300 && answer.headers['retry-after'] !== undefined,
  }
}

/** Through the whole pipeline, as if it had come over the network: the same guard, budgets, replays and answer. */
export const callTool = (
  server: FastifyInstance,
  tool: Tool,
  speaker: Speaker,
  input: Arguments,
): Promise<ToolAnswer> => {
  const rest = inputOf(tool, input)
  return ask(server, {
    method: tool.row.method,
    url: urlOf(tool, input),
    headers: headersOf(tool, speaker, input),
    remoteAddress: speaker.address,
    ...(splitInput(tool.row).query ? { query: queryOf(rest) } : { payload: rest }),
  })
}

type PollRequest = { method: 'GET' | 'POST'; url: string; body?: Arguments }

/** Asks again as the answer itself says, and holds on while nothing moves. */
export const pollAgain = (
  server: FastifyInstance,
  speaker: Speaker,
  { body }: ToolAnswer,
  waitSeconds: number,
): Promise<ToolAnswer> | null => {
  const { poll_request, [TOKEN_ARGUMENT]: token } = body
  const poll = poll_request as PollRequest | undefined
  const authorization = token === undefined ? speaker.authorization : `Bearer ${token}`
  if (!poll) return null
  const { pathname, search } = new URL(poll.url)
  return ask(server, {
    method: poll.method,
    url: pathname + search,
    headers: {
      'user-agent': speaker.userAgent,
      prefer: `wait=${waitSeconds}`,
      ...(authorization !== undefined && { authorization }),
    },
    remoteAddress: speaker.address,
    ...(poll.body && { payload: poll.body }),
  })
}
