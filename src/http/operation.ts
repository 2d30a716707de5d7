import type { Static, TObject, TSchema } from 'typebox'
import type { Db } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Sealer } from '../lib/sealer.ts'
import type { Answer } from './answer.ts'
import type { Budget } from './budgets/budget.ts'

/** The least the pipeline needs of an App; operations see the whole of theirs. */
export type PipelineApp = {
  db: Db
  clock: Clock
  log: Log
  sealer: Sealer
  /** Runs when the transaction of a write has committed, and not at all when it fails. */
  afterCommit(act: () => void): void
}

/** What a request says about itself before its body is read. */
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
  /** Budgets and replays are kept apart by scope. Null: nobody in particular, so no replays. */
  scope: string | null
  /** The credential in use. A stored answer is given again only to the one that first asked for it. */
  credentialId: string | null
  /** Access tokens of one grant share their stored answers: a retry may come with the next token. */
  grantId?: string
  /**
   * A credential that was just replaced: it may fetch the answer of its own request again, nothing else. Anything
   * else is refused with this code.
   */
  replayOnly?: 'unauthorized' | 'stale_access_token'
  /** Nobody in particular, so that only the very same request is answered again. */
  replayByContent?: true
}

/** Decides who is calling, or refuses. `C` is the kind of caller that it lets through. */
export type Guard<A, C extends CallerBase> = {
  /** The security scheme in the published contract, or null for an open operation. */
  scheme: string | null
  /** An access token is taken too, if it has the operation's tag as a scope. */
  tokens?: true
  /** In words, for people who read the docs: `Operator key`. */
  credential: string
  /** Also without a credential: told in the published contract. */
  keepsReplays?: true
  /** Bad credentials from one address are counted here. */
  failures: Budget | null
  /** The WWW-Authenticate of a refusal: where a client learns how to get a credential. */
  challenge?(app: A): string
  /** `tag`: the group of the operation that is called; a credential may be good for some groups only. */
  identify(app: A, facts: RequestFacts, tag: string | null): Promise<C> | C
}

/**
 * One thing the service does. The same operation serves REST, MCP and the pages.
 * `prepare` commits what must survive a refusal (a counted try) before the transaction of `run` opens.
 */
export type Operation<A, C extends CallerBase, I extends TObject, O extends TSchema, P> = {
  /** Unique in the published contract: `keyRequest`. */
  id: string
  summary: string
  description?: string
  /** For agents: what must come first, and what a failure means. */
  guidance?: {
    before: string
    onFailure: string
    /** It can commit somebody to something. */
    commits?: true
    /** What was there before can be lost by it: values, offers, consents. */
    replaces?: true
  }
  input: I
  /** Where the input of a POST travels, when it is not the body. */
  inputIn?: 'query'
  output: O
  /** For uploads: how large a body may be, where the ordinary limit is too small. */
  bodyLimitBytes?: number
  /** Error statuses beyond those that every operation can give. */
  failures?: readonly number[]
  /** Some calls are taken on for later and answered with 202. */
  accepts?: true
  /** Parts of the answer that are the same every time: they become text once, not with every call. */
  constant?: Readonly<Record<string, unknown>>
  /** A read opens no transaction and keeps no replay. */
  reads?: true | ((input: Static<I>) => boolean)
  /** For reads that honour `Prefer: wait`. */
  waits?: {
    /** What is waited on, or null when there is nothing to wait for. */
    stateOf(body: Static<O>): string | null
    /** Moves whenever the state does. It is asked for all the time: one small select. */
    versionOf(app: A, input: Static<I>): Promise<number | null>
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

/** A row of the route table, checked by `route` when it was made. */
export type Row<A> = {
  method: 'GET' | 'POST' | 'PATCH'
  /** OpenAPI form: `/api/intake/{uid}/select`. */
  path: string
  guard: Guard<A, CallerBase>
  operation: AnyOperation<A>
  surface: Surface
  tag: string
  budgets: readonly Budget[]
}
