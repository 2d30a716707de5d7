import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure, fail } from '../errors.ts'
import { budgetAddress } from '../lib/address.ts'
import { type Budget, type BudgetState, budgetHeaders, refuseSpent, tighter } from './budget.ts'
import type { Budgets } from './budgets.ts'
import type { Replay } from './idempotency.ts'
import type { CallerBase, PipelineApp, RequestFacts, Row } from './operation.ts'

/** What the pipeline has found out about a request so far. */
export type Call = { caller: CallerBase; replay: Replay | null }

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null
    /** The tightest budget so far, as its headers tell it. */
    budget: BudgetState | null
  }
}

export type Context<A extends PipelineApp> = {
  app: A
  row: Row<A>
  budgets: Budgets
  draining: () => boolean
}

const BEARER = /^Bearer +(\S+) *$/i

export const factsOf = (request: FastifyRequest): RequestFacts => {
  const { authorization, 'user-agent': userAgent = '' } = request.headers
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: userAgent.slice(0, 400),
    bearer: authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null),
  }
}

/** Whose budget an address spends: for IPv6 the network, since one subscriber has all of its addresses. */
export const addressOf = ({ ip }: FastifyRequest): string => budgetAddress(ip)

/** Every line of a header, as it came. */
export const headerLines = ({ raw: { rawHeaders } }: FastifyRequest, name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)

export const checkVersion = ({ headers, server: { versions } }: FastifyRequest): void => {
  const asked = headers['service-api-version']
  if (asked === undefined || versions.some(({ name }) => name === asked)) return
  const known = versions.map(({ name }) => name).join(' or ')
  fail('unsupported_api_version', {
    message: `This Service-API-Version is unknown. Send ${known}, or leave the header out.`,
  })
}

type Taking = { budgets: Budgets; budget: Budget; subject: string }

export const takeBudget = async (
  { budgets, budget, subject }: Taking,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const taken = budgets.of(budget).take(subject)
  const state = taken instanceof Promise ? await taken : taken
  request.budget = tighter(request.budget, state)
  reply.headers(budgetHeaders(request.budget))
  if (budgets.refuses) refuseSpent(budget, state)
}

/** An answer that came before any budget was touched still tells how much the address has left. */
export const tellUntouchedBudget = async <A extends PipelineApp>(
  { row, budgets }: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const budget = row.guard.failures ?? row.budgets.find(({ by }) => by === 'address')
  if (!budget || request.budget) return
  reply.headers(budgetHeaders(await budgets.of(budget).peek(addressOf(request))))
}

export const countBadCredential = async <A extends PipelineApp>(
  { row, budgets }: Pick<Context<A>, 'row' | 'budgets'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const budget = row.guard.failures
  if (budget) await takeBudget({ budgets, budget, subject: addressOf(request) }, request, reply)
}

const identify = async <A extends PipelineApp>(
  { app, row, budgets }: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CallerBase> => {
  const facts = factsOf(request)
  try {
    const caller = await row.guard.identify(app, facts)
    const cannotReplay = caller.replayOnly && headerLines(request, 'idempotency-key').length === 0
    return cannotReplay ? fail('unauthorized') : caller
  } catch (error) {
    if (error instanceof Failure && error.status === 401 && facts.bearer !== null)
      await countBadCredential({ row, budgets }, request, reply)
    throw error
  }
}

/** A key that was replaced spends nothing: whoever holds it must not use up what its operator has. */
const takeCallerBudgets = async <A extends PipelineApp>(
  { row, budgets }: Context<A>,
  caller: CallerBase,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const subject = caller.scope ?? addressOf(request)
  for (const budget of row.budgets) {
    if (budget.by !== 'caller') continue
    if (caller.replayOnly) reply.headers(budgetHeaders(await budgets.of(budget).peek(subject)))
    else await takeBudget({ budgets, budget, subject }, request, reply)
  }
}

/** version → address budget → who → caller budget */
export const admit = async <A extends PipelineApp>(
  context: Context<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { row, budgets } = context
  checkVersion(request)
  for (const budget of row.budgets)
    if (budget.by === 'address')
      await takeBudget({ budgets, budget, subject: addressOf(request) }, request, reply)
  const caller = await identify(context, request, reply)
  await takeCallerBudgets(context, caller, request, reply)
  request.call = { caller, replay: null }
}
