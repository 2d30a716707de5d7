import type { Expression } from 'kysely'
import { standingOf } from '../../agency/policies/life/life.ts'
import { type Policy, policiesIn } from '../../agency/policies/policies.ts'
import { type PolicyLife, type PolicyStanding, standingWords } from '../../agency/policies/policy-life.ts'
import type { App } from '../../platform/app.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import type { LineName } from '../../platform/lines.ts'
import { priceNow } from './aftersale/shown-life.ts'
import { type Badge, badge } from './record/status-book.ts'
import { listOfferPrices, listPolicyPrices, type View } from './requests-store.ts'
import type { Stage, WaitingOn } from './wire/waiting-on.ts'

/** Dollars a year. */
export type Premium = { amount: number; of: 'policy' | 'selection' | 'lowest' }

export type ListedRequest = {
  id: string
  line: LineName
  uid: string
  sandbox: boolean
  propertyId: string | null
  place: { city: string | null; state: string | null; zip: string | null }
  title: string
  kind: string
  status: string
  outcome: Badge
  waitingOn: WaitingOn
  premium: Premium | null
  insertedAt: Date
  updatedAt: Date
}

type Named = { uid?: string; property_id?: string; status?: string; stage?: Stage }

export type RequestFilter = Named & { owner: string; sandbox?: boolean; view?: View; now: Date }

export type Position = string | number

export type FoundRequest = {
  uid: string
  at: Date
  /** The next page of its line begins after it. */
  position: Position
  listed(app: App, prices: Prices): ListedRequest | Promise<ListedRequest>
}

/** The requests of a line, newest first, as the operator's pages list them. */
export type RequestList = {
  /** What its rows can be filtered by, and how a status is called. */
  statuses: Readonly<Record<string, string>>
  hasProperties: boolean
  find(
    db: Db,
    filter: RequestFilter,
    page: { before: Position | null; limit: number },
  ): Promise<FoundRequest[]>
  counted(db: Db, filter: RequestFilter, most: number): Expression<unknown>
  /** Looks through the newest rows only, so that a search costs the same for every operator. */
  search(db: Db, owner: string, asked: { text: string; limit: number }): Promise<FoundRequest[]>
  /** Where the cursor of the line's own list at the API stands. */
  positionIn?(app: App, caller: OperatorCaller, query: Named & { cursor?: string }): Position | null
}

export type Prices = {
  policies: ReadonlyMap<string, number>
  offers: ReadonlyMap<string, { selected: number | null; lowest: number | null }>
  bound: ReadonlyMap<string, Policy>
  standings: ReadonlyMap<string, PolicyStanding>
}

export const itemOf = ({ uid, item }: { uid: string; item: string | null }): string => `${uid} ${item}`

export const pricesOf = async (app: App, uids: readonly string[]): Promise<Prices> => {
  if (uids.length === 0)
    return { policies: new Map(), offers: new Map(), bound: new Map(), standings: new Map() }
  const issued = await listPolicyPrices(app.db, uids)
  const now = app.clock.now()
  const policies = await policiesIn(app, [...new Set(issued.map(({ uid }) => uid))])
  const offers = await listOfferPrices(app.db, uids, now)
  return {
    policies: new Map([
      ...issued.map(one => [itemOf(one), one.annual_price] as const),
      ...policies.map(policy => [itemOf(policy), priceNow(policy, now)] as const),
    ]),
    bound: new Map(policies.map(policy => [itemOf(policy), policy])),
    standings: new Map(policies.map(policy => [itemOf(policy), standingOf(policy, now)])),
    offers: new Map(offers.map(offer => [itemOf(offer), offer])),
  }
}

const LIVES: Record<Exclude<PolicyLife, 'active'>, Badge['tone']> = {
  cancel_requested: 'warning',
  canceled: '',
  change_requested: 'info',
  changed: 'success',
  renewal_offered: 'info',
  renewed: 'success',
  expired: '',
}

export const lifeOutcome = (standing: PolicyStanding | undefined): Badge | null => {
  if (standing === undefined || (standing.life === 'active' && standing.state === 'active')) return null
  const { life, state } = standing
  const tone = life === 'active' || state === 'ending' ? 'info' : LIVES[life]
  return badge(standingWords(standing), tone)
}
