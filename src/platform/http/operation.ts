import type { Static, TObject, TSchema } from 'typebox'
import type { Writes } from '../db/transact.ts'
import type { Failure, FieldProblem } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Sealer } from '../lib/sealer.ts'
import type { Answer } from './answer.ts'
import type { Budget } from './budgets/budget.ts'
import type { Lean } from './lean.ts'

export type PipelineApp = Writes & { clock: Clock; log: Log; sealer: Sealer }

export type RequestFacts = {
  requestId: string
  address: string
  userAgent: string
  bearer: string | null
}

export type CallerBase = {
  kind: string
  address: string
  userAgent: string
  /** Keeps budgets and replays apart. Null: an anonymous caller, so no replays. */
  scope: string | null
  credentialId: string | null
  /** Access tokens of one grant share their stored responses, because a retry may come with the next token. */
  grantId?: string
  replaysOfOthers?: 'all' | 'sandbox'
  /** A credential that was just replaced only gets the response to its own request again; else, this refusal. */
  replayOnly?: 'unauthorized' | 'stale_access_token'
  replayByContent?: true
}

export type RefusedCaller = CallerBase & { refusal: Failure }

export type Guard<A, C extends CallerBase> = {
  scheme: string | null
  tokens?: true
  /** A token with any of these is let in. Without them, it needs the tag of the route. */
  scopes?: readonly string[]
  credential: string
  keepsReplays?: true
  callersPayOwnCosts?: true
  failures: Budget | null
  challenge?(app: A): string
  identify(app: A, facts: RequestFacts, tag: string | null): Promise<C | RefusedCaller> | C | RefusedCaller
}

/** `prepare` commits what must survive a refusal, such as a counted try, before the transaction of `run` opens. */
export type Operation<A, C extends CallerBase, I extends TObject, O extends TSchema, P> = {
  id: string
  summary: string
  description?: string
  guidance?: {
    before: string
    onFailure: string
    commits?: true
    replaces?: true
  }
  input: I
  inputIn?: 'query'
  /** Its schema requires no field, but a call without any is refused. */
  needsBody?: true
  /** Problems that the readers find in an input that the schema refuses, so one response lists them all. */
  alsoWrong?(input: Record<string, unknown>): FieldProblem[]
  output: O
  handsOutCredential?: true
  bodyLimitBytes?: number
  failures?: readonly number[]
  accepts?: true
  constant?: Readonly<Record<string, unknown>>
  reads?: true | ((input: Static<I>) => boolean)
  lean?: Lean
  waits?: {
    stateOf(body: Static<O>): string | null
    /** Must change whenever the state does. Held calls poll it, so it must be one small select. */
    versionOf(app: A, input: Static<I>, caller: C): Promise<number | null>
  }
  prepare?(app: A, caller: C, input: Static<I>): Promise<P>
  run(
    app: A,
    caller: C,
    input: Static<I>,
    prepared: P,
  ): Promise<Static<O> | Answer<Static<O>>> | Static<O> | Answer<Static<O>>
}

export type Surface = 'operator' | 'consumer' | 'full'

// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every shape; each was checked when its row was made.
export type AnyOperation<A> = Operation<A, any, any, any, any>

export type Row<A> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  guard: Guard<A, CallerBase>
  operation: AnyOperation<A>
  surface: Surface
  tag: string
  budgets: readonly Budget[]
}

export type Endpoint = {
  path: string
  id: string
  summary: string
  description?: string
  surface: Surface
  tag: string
  query?: TObject
  body?: { type: string; schema: TObject }
  answers: Record<number, { description: string; schema?: TSchema; isPage?: true }>
}
