import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import {
  addressOf,
  admit,
  type Call,
  type Context,
  countBadCredential,
  headerLines,
  takeBudget,
  tellUntouchedBudget,
} from './admission.ts'
import { Answer } from './answer.ts'
import { holdWhileUnchanged, preferredWait } from './hold.ts'
import {
  claim,
  complete,
  findAnswer,
  readIdempotencyKey,
  replayOf,
  type StoredAnswer,
} from './idempotency.ts'
import type { PipelineApp } from './operation.ts'
import { nothing, splitInput, withoutIds } from './schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    tellBudget?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
    challenge?: () => string | undefined
  }
}

type Input = Record<string, unknown>

const JSON_TYPE = 'application/json; charset=utf-8'

const callOf = (request: FastifyRequest): Call => request.call as Call

const inputOf = (request: FastifyRequest): Input => ({
  ...(request.query as Input),
  ...(request.body as Input | undefined),
  ...(request.params as Input),
})

const send = (reply: FastifyReply, { status, headers, text }: StoredAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(text)

const sendAgain = (reply: FastifyReply, answer: StoredAnswer): FastifyReply =>
  send(reply.header('idempotency-replayed', 'true'), answer)

const written = (reply: FastifyReply, outcome: unknown): StoredAnswer => {
  const { status, body, headers } = outcome instanceof Answer ? outcome : new Answer(200, outcome, {})
  const text = String(reply.code(status).serialize(body))
  return { status, headers: { ...headers, 'content-type': JSON_TYPE }, text }
}

/** An operation without required fields takes no body as it takes an empty one. */
const fillBody = (request: FastifyRequest): void => {
  if (request.body === undefined) request.body = {}
}

/** An Idempotency-Key that was used before is answered from the store, before the body is judged. */
const replayEarlier = async <A extends PipelineApp>(
  { app, row, budgets }: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  fillBody(request)
  const call = callOf(request)
  const key = readIdempotencyKey(headerLines(request, 'idempotency-key'))
  if (key !== null) {
    call.replay = replayOf(call.caller, row.path, key, [request.params, request.query, request.body])
    const stored = call.replay && (await findAnswer(app, call.replay, call.caller))
    if (stored) return sendAgain(reply, stored)
  }
  if (!call.caller.replayOnly) return
  await countBadCredential({ row, budgets }, request, reply)
  fail('unauthorized')
}

/** Kept as a MAC: what an input names, an email say, is not stored in the clear. */
const takeInputBudgets = async <A extends PipelineApp>(
  { app, row, budgets }: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  for (const budget of row.budgets) {
    if (typeof budget.by !== 'function') continue
    const named = `${budget.by(inputOf(request) as never)} ${addressOf(request)}`
    const subject = app.sealer.mac('budget', named).toString('base64url')
    await takeBudget({ budgets, budget, subject }, request, reply)
  }
}

/**
 * One transaction holds the replay record, the effect and all that goes with it.
 * Null: a twin with the same Idempotency-Key committed first, and its answer is ours too.
 */
const write = async <A extends PipelineApp>(
  { app, row: { operation } }: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredAnswer | null> => {
  const { caller, replay } = callOf(request)
  const input = inputOf(request)
  const prepared = await operation.prepare?.(app, caller, input)
  const committed: (() => void)[] = []
  const answer = await app.db.transaction().execute(async db => {
    const inside = { ...app, db, afterCommit: (act: () => void) => committed.push(act) }
    if (replay && !(await claim(inside, replay))) return null
    const done = written(reply, await operation.run(inside, caller, input, prepared))
    if (replay) await complete(inside, replay, done)
    return done
  })
  for (const act of committed) act()
  return answer
}

/** With `Prefer: wait=N` the answer is held until the state changes. */
const hold = async <A extends PipelineApp>(
  { row: { operation }, draining }: Context<A>,
  reply: FastifyReply,
  { seconds, look }: { seconds: number; look: () => Promise<unknown> },
): Promise<unknown> => {
  reply.header('preference-applied', `wait=${seconds}`)
  const stateOf = (seen: unknown) => operation.stateOf?.(seen instanceof Answer ? seen.body : seen) ?? null
  return holdWhileUnchanged(seconds, { first: await look(), look, stateOf, stopping: draining })
}

const read = async <A extends PipelineApp>(
  context: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { app, row } = context
  const input = inputOf(request)
  const look = async (): Promise<unknown> => row.operation.run(app, callOf(request).caller, input, undefined)
  const seconds = row.operation.stateOf ? preferredWait(request) : null
  const outcome = seconds === null ? await look() : await hold(context, reply, { seconds, look })
  return send(reply, written(reply, outcome))
}

const handle = async <A extends PipelineApp>(
  context: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { app, row } = context
  const { caller, replay } = callOf(request)
  const { reads } = row.operation
  if (reads === true || reads?.(inputOf(request))) return read(context, request, reply)
  const answer = await write(context, request, reply)
  if (answer) return send(reply, answer)
  const twins = replay && (await findAnswer(app, replay, caller))
  return sendAgain(reply, twins ?? fail('idempotency_in_progress', { retryAfterSeconds: 1 }))
}

export const mount = <A extends PipelineApp>(server: FastifyInstance, context: Context<A>): void => {
  const { app, row } = context
  const { params, query, body } = splitInput(row)
  const output = withoutIds(row.operation.output)
  const readsOnly = row.operation.reads === true
  const hasInputBudgets = row.budgets.some(({ by }) => typeof by === 'function')
  server.route({
    method: row.method,
    url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      tellBudget: (request, reply) => tellUntouchedBudget(context, request, reply),
      challenge: () => row.guard.challenge?.(app),
    },
    schema: {
      ...(params && { params: withoutIds(params) }),
      ...(row.method !== 'GET' && { body: withoutIds(body ?? nothing) }),
      querystring: withoutIds(query ?? nothing),
      response: { 200: output, 202: output },
    },
    onRequest: (request, reply) => admit(context, request, reply),
    preValidation: readsOnly
      ? (request, _reply, done) => {
          fillBody(request)
          done()
        }
      : (request, reply) => replayEarlier(context, request, reply),
    ...(hasInputBudgets && {
      preHandler: (request: FastifyRequest, reply: FastifyReply) => takeInputBudgets(context, request, reply),
    }),
    handler: (request, reply) => handle(context, request, reply),
  })
}
