import type { App } from '../../app.ts'
import type { WaitingOn } from '../../line/wire/waiting-on.ts'
import type { LineName } from '../../lines.ts'
import { waitingOn as umbrellaWaitingOn } from '../../umbrella/dashboard.ts'
import { enumLabel } from '../labels.ts'
import { listOfferPrices, listPolicyPrices } from './premium-store.ts'
import { homeOutcome, type Outcome, umbrellaOutcome } from './standing.ts'
import type { HomeRow, UmbrellaRow } from './store.ts'

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
  outcome: Outcome
  waitingOn: WaitingOn
  premium: Premium | null
  /** The operator's own name for the request, where requests carry one. */
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

type Prices = (uid: string, item: string | null) => Premium | null

const NOWHERE = { city: null, state: null, zip: null }

const listedHome = (row: HomeRow, premiumOf: Prices): ListedRequest => {
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
    outcome: homeOutcome(row),
    waitingOn: row.waiting_on ?? 'nobody',
    premium: row.property_id === null ? null : premiumOf(row.uid, row.property_id),
    reference: null,
    insertedAt: row.inserted_at,
    updatedAt: row.updated_at,
  }
}

const listedUmbrella = async (app: App, row: UmbrellaRow, premiumOf: Prices): Promise<ListedRequest> => {
  const erased = row.erased_at !== null
  const outcome = umbrellaOutcome({ status: row.status, erased })
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
    waitingOn: erased ? 'nobody' : await umbrellaWaitingOn(app, row),
    premium: premiumOf(row.uid, null),
    reference: null,
    insertedAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** An umbrella has one item, so its price is found by the uid alone. */
const pricesOf = async (app: App, uids: readonly string[]): Promise<Prices> => {
  if (uids.length === 0) return () => null
  const policies = await listPolicyPrices(app.db, uids)
  const offers = await listOfferPrices(app.db, uids, app.clock.now())
  return (uid, item) => {
    const same = (priced: { uid: string; item: string }) =>
      priced.uid === uid && (item === null || priced.item === item)
    const policy = policies.find(same)
    if (policy) return { amount: policy.annual_price, of: 'policy' }
    const { selected = null, lowest = null } = offers.find(same) ?? {}
    if (selected !== null) return { amount: selected, of: 'selection' }
    return lowest === null ? null : { amount: lowest, of: 'lowest' }
  }
}

export const listed = async (app: App, rows: readonly FoundRow[]): Promise<ListedRequest[]> => {
  const premiumOf = await pricesOf(app, [...new Set(rows.map(({ row }) => row.uid))])
  return Promise.all(
    rows.map(found =>
      found.line === 'homeowners'
        ? listedHome(found.row, premiumOf)
        : listedUmbrella(app, found.row, premiumOf),
    ),
  )
}
