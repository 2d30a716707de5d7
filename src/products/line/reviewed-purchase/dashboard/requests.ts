import { sql } from 'kysely'
import type { Policy } from '../../../../agency/policies/policies.ts'
import type { App } from '../../../../platform/app.ts'
import { LINES } from '../../../../platform/lines.ts'
import { policyTurn } from '../../aftersale/policy-turn.ts'
import {
  type FoundRequest,
  itemOf,
  type ListedRequest,
  lifeOutcome,
  type Premium,
  type Prices,
  type RequestFilter,
  type RequestList,
} from '../../requests.ts'
import { inView, namesIn, type Places } from '../../requests-store.ts'
import { turns, type WaitingOn } from '../../wire/waiting-on.ts'
import { HOUSEHOLD } from '../application/application.ts'
import { isSelected, shownBadge, shownStatus, statuses, turnIn, usualFacts } from '../application/statuses.ts'
import { readIntake } from '../intake/intake.ts'
import { selectedOffer } from '../quoting/offers.ts'
import { perLine, type ReviewedLine } from '../reviewed-line.ts'
import { countedPurchases, IS_ERASED, listPurchases, type PurchaseRow, searchPurchases } from './store.ts'

export const overStatuses = {
  bound: statuses.where(({ coarse }) => coarse === 'bound'),
  ended: statuses.where(({ coarse }) => coarse === 'abandoned'),
}

const over = namesIn([...overStatuses.bound, ...overStatuses.ended])

// Literals, not parameters, so that the planner uses the partial indexes.
const PLACES: Places = {
  open: sql`status not in (${over}) and erased_at is null`,
  bound: sql`status in (${namesIn(overStatuses.bound)})`,
  ended: sql`(status in (${namesIn(overStatuses.ended)}) or ${IS_ERASED})`,
}

const filterOf = (line: string, { owner, uid, stage, sandbox, ...filter }: RequestFilter) => ({
  line,
  owner,
  uid,
  stage,
  sandbox,
  where: inView(filter, PLACES),
})

/** What can pass with the time, such as the end of a policy, is asked anew. */
export const waitingOn = (
  app: App,
  { status, erased_at, waiting_on }: PurchaseRow,
  policy: Policy | undefined,
): WaitingOn => {
  if (erased_at !== null) return turns.over.waiting_on
  if (policy) return (policyTurn(policy, turns.buyer, app.clock.now()) ?? turns.over).waiting_on
  return waiting_on ?? turnIn(status, usualFacts).waiting_on
}

const selection = async (app: App, uid: string): Promise<Premium | null> => {
  const intake = await readIntake(app, uid)
  const offer = intake && (await selectedOffer(app, intake))
  return offer && { amount: offer.offer.annual_price, of: 'selection' }
}

const premiumOf = async (
  app: App,
  { policies, offers }: Prices,
  { uid, status }: PurchaseRow,
): Promise<Premium | null> => {
  const item = itemOf({ uid, item: HOUSEHOLD })
  const policy = policies.get(item)
  if (policy !== undefined) return { amount: policy, of: 'policy' }
  if (isSelected(status)) return selection(app, uid)
  const lowest = status === 'quoted' ? (offers.get(item)?.lowest ?? null) : null
  return lowest === null ? null : { amount: lowest, of: 'lowest' }
}

export const purchaseOutcome = ({ status, erased }: { status: PurchaseRow['status']; erased: boolean }) =>
  shownBadge(shownStatus(status, { isErased: erased, life: undefined }).detail_status)

const listed = async (
  app: App,
  { line, row }: { line: ReviewedLine; row: PurchaseRow },
  prices: Prices,
): Promise<ListedRequest> => {
  const { uid, sandbox, status } = row
  const erased = row.erased_at !== null
  const item = itemOf({ uid, item: HOUSEHOLD })
  return {
    id: uid,
    line: line.name,
    uid,
    sandbox,
    propertyId: null,
    place: { city: null, state: null, zip: null },
    title: `${LINES[line.name].title} policy`,
    kind: 'Household',
    status: erased && status !== 'bound' ? 'expired' : status,
    outcome: lifeOutcome(prices.standings.get(item)) ?? purchaseOutcome({ status, erased }),
    waitingOn: waitingOn(app, row, prices.bound.get(item)),
    premium: await premiumOf(app, prices, row),
    insertedAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const found = (line: ReviewedLine, row: PurchaseRow): FoundRequest => ({
  uid: row.uid,
  at: row.created_at,
  position: row.uid,
  listed: (app, prices) => listed(app, { line, row }, prices),
})

export const requestsIn = perLine(
  (line): RequestList => ({
    statuses: {},
    hasProperties: false,
    async find(db, filter, { before, limit }) {
      const page = { before: before === null ? null : String(before), limit }
      return (await listPurchases(db, filterOf(line.name, filter), page)).map(row => found(line, row))
    },
    counted: (db, filter, most) => countedPurchases(db, filterOf(line.name, filter), most),
    search: async (db, owner, asked) =>
      (await searchPurchases(db, { line: line.name, owner }, asked)).map(row => found(line, row)),
  }),
)
