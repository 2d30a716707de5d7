import { lifeOf } from '../../../agency/policies/life/life.ts'
import { type Policy, policiesIn } from '../../../agency/policies/policies.ts'
import type { PolicyLife } from '../../../agency/policies/policy-life.ts'
import type { App } from '../../../platform/app.ts'
import { priceNow } from '../../../products/line/aftersale/shown-life.ts'
import { metadataOf } from '../../../products/line/record/metadata.ts'
import type { Badge } from '../../../products/line/record/status-book.ts'
import { HOUSEHOLD } from '../../../products/line/reviewed-purchase/application/application.ts'
import { isSelected } from '../../../products/line/reviewed-purchase/application/statuses.ts'
import { waitingOn as umbrellaWaitingOn } from '../../../products/line/reviewed-purchase/dashboard.ts'
import { readIntake } from '../../../products/line/reviewed-purchase/intake/intake.ts'
import { selectedOffer } from '../../../products/line/reviewed-purchase/quoting/selected-offer.ts'
import type { WaitingOn } from '../../../products/line/wire/waiting-on.ts'
import type { LineName } from '../../../products/lines.ts'
import { enumLabel } from '../labels.ts'
import { listOfferPrices, listPolicyPrices } from './premium-store.ts'
import { homeOutcome, lifeOutcome, umbrellaOutcome } from './standing.ts'
import type { HomeRow, UmbrellaRow } from './store.ts'

type Reference = (uid: string) => string | null

const referencesOf = async (app: App, owner: string, uids: readonly string[]): Promise<Reference> => {
  const metadata = await metadataOf(app, owner, uids)
  return uid => metadata(uid).reference ?? null
}

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
  reference: string | null
  insertedAt: Date
  updatedAt: Date
}

export type FoundRow = { line: 'homeowners'; row: HomeRow } | { line: 'umbrella'; row: UmbrellaRow }

export const insertedAt = (found: FoundRow): Date =>
  found.line === 'homeowners' ? found.row.inserted_at : found.row.created_at

export const locationLabel = ({ city, state, zip }: ListedRequest['place']): string => {
  const tail = [state, zip].filter(part => part !== null).join(' ')
  return [city, tail].filter(part => part).join(', ') || 'Address unknown'
}

const kindOf = ({ property_type, home_ownership, new_purchase, home_index }: HomeRow): string =>
  [
    ...[property_type, home_ownership].flatMap(value => (value === null ? [] : [enumLabel(value)])),
    ...(new_purchase ? ['New purchase'] : []),
    ...(home_index > 0 ? [`Home ${home_index + 1}`] : []),
  ].join(' · ') || 'Home'

type OfferPrices = { selected: number | null; lowest: number | null }

type Prices = {
  policies: ReadonlyMap<string, number>
  offers: ReadonlyMap<string, OfferPrices>
  bound: ReadonlyMap<string, Policy>
  lives: ReadonlyMap<string, PolicyLife>
}

const itemOf = ({ uid, item }: { uid: string; item: string | null }): string => `${uid} ${item}`

const homePremium = ({ policies, offers }: Prices, row: HomeRow): Premium | null => {
  const item = itemOf({ uid: row.uid, item: row.property_id })
  const policy = policies.get(item)
  if (policy !== undefined) return { amount: policy, of: 'policy' }
  const { selected, lowest } = offers.get(item) ?? { selected: null, lowest: null }
  if (row.waiting_on === 'nobody') return null
  if (selected !== null) return { amount: selected, of: 'selection' }
  return lowest === null ? null : { amount: lowest, of: 'lowest' }
}

const selection = async (app: App, uid: string): Promise<Premium | null> => {
  const intake = await readIntake(app, uid)
  const offer = intake && (await selectedOffer(app, intake))
  return offer && { amount: offer.offer.annual_price, of: 'selection' }
}

const umbrellaPremium = async (
  app: App,
  { policies, offers }: Prices,
  { uid, status }: UmbrellaRow,
): Promise<Premium | null> => {
  const item = itemOf({ uid, item: HOUSEHOLD })
  const policy = policies.get(item)
  if (policy !== undefined) return { amount: policy, of: 'policy' }
  if (isSelected(status)) return selection(app, uid)
  const lowest = status === 'quoted' ? (offers.get(item)?.lowest ?? null) : null
  return lowest === null ? null : { amount: lowest, of: 'lowest' }
}

type Unreferenced = Omit<ListedRequest, 'reference'>

const NOWHERE = { city: null, state: null, zip: null }

const listedHome = (row: HomeRow, prices: Prices): Unreferenced => {
  const { city, state, zip } = row
  return {
    id: `${row.uid}-${row.home_index}`,
    line: 'homeowners',
    uid: row.uid,
    sandbox: row.sandbox,
    propertyId: row.property_id,
    place: { city, state, zip },
    title: locationLabel(row),
    kind: kindOf(row),
    status: row.detail_status ?? row.status,
    outcome:
      lifeOutcome(prices.lives.get(itemOf({ uid: row.uid, item: row.property_id }))) ?? homeOutcome(row),
    waitingOn: row.waiting_on,
    premium: homePremium(prices, row),
    insertedAt: row.inserted_at,
    updatedAt: row.updated_at,
  }
}

const listedUmbrella = async (app: App, row: UmbrellaRow, prices: Prices): Promise<Unreferenced> => {
  const erased = row.erased_at !== null
  const item = itemOf({ uid: row.uid, item: HOUSEHOLD })
  const outcome = lifeOutcome(prices.lives.get(item)) ?? umbrellaOutcome({ status: row.status, erased })
  return {
    id: row.uid,
    line: 'umbrella',
    uid: row.uid,
    sandbox: row.sandbox,
    propertyId: null,
    place: NOWHERE,
    title: 'Umbrella policy',
    kind: 'Household',
    status: erased && row.status !== 'bound' ? 'expired' : row.status,
    outcome,
    waitingOn: umbrellaWaitingOn(app, row, prices.bound.get(item)),
    premium: await umbrellaPremium(app, prices, row),
    insertedAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const pricesOf = async (app: App, uids: readonly string[]): Promise<Prices> => {
  if (uids.length === 0) return { policies: new Map(), offers: new Map(), bound: new Map(), lives: new Map() }
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
    lives: new Map(policies.map(policy => [itemOf(policy), lifeOf(policy, now)])),
    offers: new Map(offers.map(offer => [itemOf(offer), offer])),
  }
}

/** An export has thousands of rows. Reading all its umbrellas at once would keep other callers from the database. */
const AT_ONCE = 25

export const listed = async (
  app: App,
  owner: string,
  rows: readonly FoundRow[],
): Promise<ListedRequest[]> => {
  const uids = [...new Set(rows.map(({ row }) => row.uid))]
  const prices = await pricesOf(app, uids)
  const referenceOf = await referencesOf(app, owner, uids)
  const listedOne = async (found: FoundRow): Promise<ListedRequest> => {
    const request =
      found.line === 'homeowners'
        ? listedHome(found.row, prices)
        : await listedUmbrella(app, found.row, prices)
    return { ...request, reference: referenceOf(request.uid) }
  }
  const all: ListedRequest[] = []
  while (all.length < rows.length) {
    const next = rows.slice(all.length, all.length + AT_ONCE)
    all.push(...(await Promise.all(next.map(listedOne))))
  }
  return all
}
