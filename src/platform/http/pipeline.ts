import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type FieldProblem, fail } from '../errors.ts'
import { after } from '../lib/after.ts'
import {
  admission,
  type Call,
  type Context,
  countBadCredential,
  headerLines,
  reportUntouchedBudget,
  takeAnonymousBudget,
  takeNamedBudget,
  whoseShare,
} from './admission.ts'
import { type EncodedAnswer, encoded, type StoredAnswer, written } from './answer.ts'
import type { Budget } from './budgets/budget.ts'
import { noteStored, refuseSpentStorage } from './budgets/costs.ts'
import { errorsPathOf } from './failure-reply.ts'
import { lookOrHold } from './held-poll.ts'
import { complete, findAnswer, forgetExpired, hashesOfFiles, holdKey, replayOf } from './idempotency.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { isLarge, largeBodyGate } from './large-bodies.ts'
import { leaned } from './lean.ts'
import type { PipelineApp } from './operation.ts'
import { routeSchemas, splitInput } from './schemas.ts'
import { sendAtOnce } from './send-at-once.ts'
import { append } from './standing-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    reportBudget?: (request: FastifyRequest) => Promise<void>
    challenge?: () => string | undefined
    canWait?: boolean
    errorsPath?: string
    alsoWrong?: ((input: Record<string, unknown>) => FieldProblem[]) | undefined
  }
}

type Input = Record<string, unknown>

type Mounted<A extends PipelineApp> = Context<A> & { inputOf(request: FastifyRequest): Input }

const callOf = (request: FastifyRequest): Call => request.call as Call

const inputReader = ({ params, query }: ReturnType<typeof splitInput>) =>
  params || query
    ? (request: FastifyRequest): Input => ({
        ...(request.query as Input),
        ...(request.body as Input | undefined),
        ...(request.params as Input),
      })
    : (request: FastifyRequest): Input => request.body as Input

const send = <A extends PipelineApp>(
  { standing }: Context<A>,
  reply: FastifyReply,
  { headers, ...answer }: StoredAnswer | EncodedAnswer,
): undefined => {
  if (reply.request.costs) reply.request.costs.bytes += answer.text.length
  const list = standing.list(reply.request)
  append(list, headers)
  sendAtOnce(reply, { ...answer, headers: list })
}

const sendAgain = <A extends PipelineApp>(
  context: Context<A>,
  reply: FastifyReply,
  answer: StoredAnswer,
): undefined => {
  callOf(reply.request).headers.push('idempotency-replayed', 'true')
  send(context, reply, answer)
}

const hasInputBudgets = ({ budgets }: { budgets: readonly Budget[] }): boolean =>
  budgets.some(({ by, when }) => when ?? typeof by === 'function')

const replayEarlier = async <A extends PipelineApp>(
  context: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { app, row, budgets } = context
  const call = callOf(request)
  const key = readIdempotencyKey(headerLines(request, 'idempotency-key'))
  if (key !== null) {
    const { params, query, body } = request
    const hashes = isLarge(request) ? await hashesOfFiles(body) : undefined
    call.replay = replayOf(call.caller, row, key, { parts: [params, query, body], hashes })
    const looksFirst = call.caller.replayOnly || row.operation.prepare || hasInputBudgets(row)
    const stored = looksFirst && call.replay && (await findAnswer(app, call.replay, call.caller))
    if (stored) return sendAgain(context, reply, stored)
  }
  if (!call.caller.replayOnly) return
  await countBadCredential({ row, budgets }, request)
  fail(call.caller.replayOnly)
}

/** If the Idempotency-Key belongs to another request, that is reported before the schema problems. */
const refuseInvalid = async <A extends PipelineApp>(
  context: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { caller, replay } = callOf(request)
  const stored = replay && (await findAnswer(context.app, replay, caller))
  if (stored) return sendAgain(context, reply, stored)
  throw request.validationError
}

const takeInputBudgets = async <A extends PipelineApp>(
  { app, row, budgets, inputOf }: Mounted<A>,
  request: FastifyRequest,
) => {
  for (const budget of row.budgets) {
    const input = inputOf(request) as never
    const named = typeof budget.by === 'function' ? budget.by(input) : null
    if (named !== null) await takeNamedBudget({ app, budgets, budget, named }, request)
    if (budget.when?.(input)) await takeAnonymousBudget({ budgets, budget }, request)
  }
}

type Written = { answer: StoredAnswer | EncodedAnswer; isReplay: boolean }

/** Does not look for an earlier response first: a repeated call fails at the latest when it stores its own. */
const write = async <A extends PipelineApp>(
  { app, row: { operation }, inputOf, share }: Mounted<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Written> => {
  const { caller, replay } = callOf(request)
  const input = inputOf(request)
  const prepared = await operation.prepare?.(app, caller, input)
  const act = async (inside: A): Promise<StoredAnswer | EncodedAnswer> => {
    if (replay) await holdKey(inside, replay)
    const outcome = await operation.run(inside, caller, input, prepared)
    const { lean } = operation
    const answer = written(reply, lean ? leaned(lean, outcome, { request, input, isPoll: false }) : outcome)
    return replay ? complete(inside, replay, encoded(answer)) : answer
  }
  try {
    return { answer: await share(whoseShare(request), () => transact(app, act)), isReplay: false }
  } catch (error) {
    if (!replay || isDatabaseAway(error)) throw error
    const earlier = await findAnswer(app, replay, caller)
    if (earlier) return { answer: earlier, isReplay: true }
    if (await forgetExpired(app, replay, error)) return { answer: await transact(app, act), isReplay: false }
    throw error
  }
}

const read = <A extends PipelineApp>(
  context: Mounted<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined => {
  const { app, row, share } = context
  const { caller } = callOf(request)
  const input = context.inputOf(request)
  const look = () => share(whoseShare(request), () => row.operation.run(app, caller, input, undefined))
  const { lean } = row.operation
  const answer = (outcome: unknown): undefined =>
    send(
      context,
      reply,
      written(reply, lean ? leaned(lean, outcome, { request, input, isPoll: true }) : outcome),
    )
  return after(lookOrHold(context, reply, { caller, input, look }), answer)
}

const changeOnce = async <A extends PipelineApp>(
  context: Mounted<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { costs } = request
  if (costs) refuseSpentStorage(context.budgets, costs)
  const { answer, isReplay } = await write(context, request, reply)
  if (isReplay) return sendAgain(context, reply, answer)
  if (costs) noteStored(costs, costs.bytes + ('bytes' in answer ? answer.bytes.length : 0))
  send(context, reply, answer)
}

const handle = <A extends PipelineApp>(
  context: Mounted<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined => {
  const { reads } = context.row.operation
  return reads === true || reads?.(context.inputOf(request))
    ? read(context, request, reply)
    : changeOnce(context, request, reply)
}

const inTime = (act: () => Promise<unknown> | undefined, done: (error?: Error) => void): void => {
  let waits: Promise<unknown> | undefined
  try {
    waits = act()
  } catch (error) {
    done(error as Error)
    return
  }
  if (waits) waits.then(() => done(), done)
  else done()
}

export const mount = <A extends PipelineApp>(server: FastifyInstance, served: Context<A>): void => {
  const { app, row } = served
  const context = { ...served, inputOf: inputReader(splitInput(row)) }
  const readsOnly = row.operation.reads === true
  const { bodyLimitBytes } = row.operation
  const admit = admission(context)
  const admitUpload = largeBodyGate(app)
  const url = row.path.replaceAll(/\{(\w+)\}/g, ':$1')
  server.route({
    method: row.method,
    url,
    config: {
      reportBudget: request => reportUntouchedBudget(context, request),
      challenge: () => row.guard.challenge?.(app),
      canWait: row.operation.waits !== undefined,
      errorsPath: errorsPathOf(row),
      alsoWrong: row.operation.alsoWrong,
    },
    schema: { ...routeSchemas(row) },
    ...(bodyLimitBytes !== undefined && {
      bodyLimit: bodyLimitBytes,
      preParsing: async (request: FastifyRequest, reply: FastifyReply) => admitUpload(request, reply),
    }),
    onRequest: (request, _reply, done) => {
      request.route = url
      request.body = {}
      inTime(() => admit(request), done)
    },
    ...(!readsOnly && {
      preValidation: (request: FastifyRequest, reply: FastifyReply) => replayEarlier(context, request, reply),
    }),
    ...(hasInputBudgets(row) && {
      preHandler: (request: FastifyRequest) => takeInputBudgets(context, request),
    }),
    attachValidation: !readsOnly && !hasInputBudgets(row),
    handler: (request, reply) =>
      request.validationError ? refuseInvalid(context, request, reply) : handle(context, request, reply),
  })
}
