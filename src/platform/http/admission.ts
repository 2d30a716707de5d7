import type { FastifyRequest } from 'fastify'
import { type ErrorCode, Failure, fail } from '../errors.ts'
import { budgetAddress, widerNetwork } from '../lib/address.ts'
import { after } from '../lib/after.ts'
import { type Budget, type BudgetState, refuseSpent, tighter } from './budgets/budget.ts'
import type { Budgets } from './budgets/budgets.ts'
import { type Costs, costsOf, EVERYONE, refuseSpentStorage, refuseSpentWork } from './budgets/costs.ts'
import type { FairShares } from './budgets/fair-shares.ts'
import type { HeldCalls } from './budgets/held-calls.ts'
import type { Replay } from './idempotency.ts'
import type { CallerBase, PipelineApp, RefusedCaller, RequestFacts, Row } from './operation.ts'
import type { StandingHeaders } from './standing-headers.ts'

export type Call = {
  caller: CallerBase
  replay: Replay | null
  headers: string[]
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null
    route: string | null
    budget: BudgetState | null
    costs: Costs | null
    failure: ErrorCode | null
  }
}

export type Context<A extends PipelineApp> = {
  app: A
  row: Row<A>
  budgets: Budgets
  draining: () => boolean
  held: HeldCalls
  share: FairShares
  standing: StandingHeaders
}

export type Admitting<A extends PipelineApp> = {
  app: A
  row: Pick<Row<A>, 'guard' | 'budgets'> & { tag: string | null }
  budgets: Budgets
}

const BEARER = /^Bearer +(\S+) *$/i

export const requestFactsOf = (request: FastifyRequest): RequestFacts => {
  const { authorization, 'user-agent': userAgent = '' } = request.headers
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: userAgent.slice(0, 400),
    bearer: authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null),
  }
}

const callerAddress = ({ ip }: FastifyRequest): string => budgetAddress(ip)

export const whoseShare = (request: FastifyRequest): string =>
  request.call?.caller.scope ?? callerAddress(request)

export const budgetSubjects = (request: FastifyRequest): string[] => {
  const address = callerAddress(request)
  const scope = request.call?.caller.scope ?? null
  return scope === null ? [address] : [scope, address]
}

export const headerLines = ({ raw: { rawHeaders } }: FastifyRequest, name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)

export const checkVersion = ({ headers, server }: FastifyRequest): void => {
  const asked = headers['service-api-version']
  if (asked === undefined) return
  const { versions } = server
  if (versions.some(({ name }) => name === asked)) return
  const known = versions.map(({ name }) => name).join(' or ')
  fail('unsupported_api_version', {
    message: `This Service-API-Version is unknown. Send ${known}, or leave the header out.`,
  })
}

type Taking = { budgets: Budgets; budget: Budget; subject: string }

const takeBudget = (
  { budgets, budget, subject }: Taking,
  request: FastifyRequest,
): Promise<void> | undefined => {
  const settle = (state: BudgetState): undefined => {
    request.budget = tighter(request.budget, state)
    if (budgets.refuses) refuseSpent(budget, state)
  }
  return after(budgets.of(budget).take(subject), settle)
}

export const takeAddressBudget = (
  { budgets, budget }: Omit<Taking, 'subject'>,
  request: FastifyRequest,
): Promise<void> | undefined => {
  const taken = takeBudget({ budgets, budget, subject: callerAddress(request) }, request)
  const wider = widerNetwork(request.ip)
  if (wider === null) return taken
  const spend = async (): Promise<void> => {
    const state = await budgets.ofNetwork(budget).take(wider)
    if (budgets.refuses) refuseSpent(budget, state)
  }
  return taken ? taken.then(spend) : spend()
}

export const admitAnonymous = (budgets: Budgets, request: FastifyRequest, { isPage = false } = {}): void => {
  const costs = costsOf(request.ip, null, { isPage })
  refuseSpentWork(budgets, costs)
  if (request.method === 'POST') refuseSpentStorage(budgets, costs)
  request.costs = costs
}

/** Stays out of the headers, because it says nothing about this caller. */
const takeFromEveryone = async ({ budgets, budget }: Omit<Taking, 'subject'>): Promise<void> => {
  const state = await budgets.of(budget).take(EVERYONE)
  if (budgets.refuses) refuseSpent(budget, state)
}

export const takeAnonymousBudget = async (
  taking: Omit<Taking, 'subject'>,
  request: FastifyRequest,
): Promise<void> => {
  if (taking.budget.by === 'everyone') await takeFromEveryone(taking)
  else await takeAddressBudget(taking, request)
}

const reportBudget = async ({ budgets, budget, subject }: Taking, request: FastifyRequest): Promise<void> => {
  request.budget = tighter(request.budget, await budgets.of(budget).peek(subject))
}

type TakingNamed<A> = Omit<Taking, 'subject'> & { app: A; named: string }

export const takeNamedBudget = <A extends PipelineApp>(
  { app, named, ...taking }: TakingNamed<A>,
  request: FastifyRequest,
): Promise<void> | undefined => {
  const subject = app.sealer.mac('budget', `${named} ${callerAddress(request)}`).toString('base64url')
  return takeBudget({ ...taking, subject }, request)
}

export const reportUntouchedBudget = async <A extends PipelineApp>(
  { row, budgets }: Admitting<A>,
  request: FastifyRequest,
): Promise<void> => {
  const budget = row.guard.failures ?? row.budgets.find(({ by, when }) => by === 'address' && !when)
  if (budget && !request.budget)
    await reportBudget({ budgets, budget, subject: callerAddress(request) }, request)
}

export const countBadCredential = async <A extends PipelineApp>(
  { row, budgets }: Pick<Admitting<A>, 'row' | 'budgets'>,
  request: FastifyRequest,
): Promise<void> => {
  const budget = row.guard.failures
  if (budget) await takeAddressBudget({ budgets, budget }, request)
}

type Identified = CallerBase | RefusedCaller

const identify = <A extends PipelineApp>(
  { app, row, budgets }: Admitting<A>,
  request: FastifyRequest,
): Promise<Identified> | Identified => {
  const facts = requestFactsOf(request)
  const check = (caller: Identified): Identified =>
    caller.replayOnly && headerLines(request, 'idempotency-key').length === 0
      ? fail(caller.replayOnly)
      : caller
  const refuse = async (error: unknown): Promise<never> => {
    if (error instanceof Failure && error.status === 401 && facts.bearer !== null)
      await countBadCredential({ row, budgets }, request)
    throw error
  }
  try {
    const found = row.guard.identify(app, facts, row.tag)
    return found instanceof Promise ? found.then(check).catch(refuse) : check(found)
  } catch (error) {
    return refuse(error)
  }
}

type Waits = Promise<void> | undefined

const inTurn = (budgets: readonly Budget[], take: (budget: Budget) => Waits): Waits => {
  let waits: Waits
  for (const budget of budgets) waits = waits ? waits.then(() => take(budget)) : take(budget)
  return waits
}

const refuseAfter = async (taken: Waits, { refusal }: RefusedCaller): Promise<never> => {
  await taken
  throw refusal
}

export const admission = <A extends PipelineApp>(
  context: Admitting<A>,
): ((request: FastifyRequest) => Waits) => {
  const { row, budgets } = context
  const ofAddress = row.budgets.filter(({ by, when }) => by === 'address' && !when)
  const ofCaller = row.budgets.filter(({ by }) => by === 'caller')

  const enter = (request: FastifyRequest, caller: Identified): Waits => {
    request.call = { caller, replay: null, headers: [] }
    const subject = whoseShare(request)
    const costs = costsOf(request.ip, row.guard.callersPayOwnCosts ? caller.scope : null)
    refuseSpentWork(budgets, costs)
    request.costs = costs
    // A replaced key spends nothing, so its holder cannot use up the operator's budget.
    const take = caller.replayOnly ? reportBudget : takeBudget
    const taken = inTurn(ofCaller, budget => take({ budgets, budget, subject }, request))
    return 'refusal' in caller ? refuseAfter(taken, caller) : taken
  }

  const identifyAndEnter = (request: FastifyRequest): Waits => {
    const found = identify(context, request)
    return found instanceof Promise ? found.then(caller => enter(request, caller)) : enter(request, found)
  }

  return request => {
    checkVersion(request)
    if (ofAddress.length === 0) return identifyAndEnter(request)
    const taken = inTurn(ofAddress, budget => takeAddressBudget({ budgets, budget }, request))
    return taken ? taken.then(() => identifyAndEnter(request)) : identifyAndEnter(request)
  }
}
