import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Badge } from '../../line/record/status-book.ts'
import {
  type FoundRequest,
  itemOf,
  type ListedRequest,
  lifeOutcome,
  type Premium,
  type Prices,
  type RequestFilter,
  type RequestList,
} from '../../line/requests.ts'
import { inView, type Places } from '../../line/requests-store.ts'
import { type Bucket, buckets, type DetailStatus, homeStatus } from '../application/statuses.ts'
import { readDashboardPage } from './query.ts'
import { countedRows, type HomeRow, listRows, type RowFilter, searchRows } from './store.ts'

// Literals, not parameters, so that the planner uses the partial indexes.
const PLACES: Places = {
  open: sql`waiting_on <> 'nobody'`,
  bound: sql`detail_status = 'bound'`,
  ended: sql`waiting_on = 'nobody' and detail_status is distinct from 'bound'`,
}

const filterOf = ({ status, ...filter }: RequestFilter): RowFilter => ({
  ...filter,
  status: status as Bucket | undefined,
  where: inView(filter, PLACES),
})

const OWNERSHIP: Readonly<Record<string, string>> = {
  owned_primary: 'Primary home',
  owned_seasonal: 'Seasonal home',
  owned_rental: 'Rented out',
  rental: 'Rented from an owner',
  under_construction: 'Under construction',
  informal_basis: 'Lived in without a lease',
}

export const enumLabel = (value: string): string => OWNERSHIP[value] ?? nameTitle(value)

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

export const homeOutcome = (row: {
  status: Bucket
  detail_status: DetailStatus | null
  waiting_on: HomeRow['waiting_on']
}): Badge => {
  const isLeft = row.detail_status === null && row.status === 'quoted' && row.waiting_on === 'nobody'
  return homeStatus(isLeft ? 'no_offers' : (row.detail_status ?? row.status)).badge
}

const premiumOf = ({ policies, offers }: Prices, item: string, { waiting_on }: HomeRow): Premium | null => {
  const policy = policies.get(item)
  if (policy !== undefined) return { amount: policy, of: 'policy' }
  const { selected, lowest } = offers.get(item) ?? { selected: null, lowest: null }
  if (waiting_on === 'nobody') return null
  if (selected !== null) return { amount: selected, of: 'selection' }
  return lowest === null ? null : { amount: lowest, of: 'lowest' }
}

const listed = (row: HomeRow, prices: Prices): ListedRequest => {
  const { uid, sandbox, property_id, city, state, zip } = row
  const item = itemOf({ uid, item: property_id })
  return {
    id: `${uid}-${row.home_index}`,
    line: 'homeowners',
    uid,
    sandbox,
    propertyId: property_id,
    place: { city, state, zip },
    title: locationLabel(row),
    kind: kindOf(row),
    status: row.detail_status ?? row.status,
    outcome: lifeOutcome(prices.standings.get(item)) ?? homeOutcome(row),
    waitingOn: row.waiting_on,
    premium: premiumOf(prices, item, row),
    insertedAt: row.inserted_at,
    updatedAt: row.updated_at,
  }
}

const found = (row: HomeRow): FoundRequest => ({
  uid: row.uid,
  at: row.inserted_at,
  position: row.row_id,
  listed: (_, prices) => listed(row, prices),
})

export const homeownersRequests: RequestList = {
  statuses: recordOf(buckets, bucket => homeStatus(bucket).badge.label),
  hasProperties: true,
  async find(db, filter, { before, limit }) {
    const page = { before: before === null ? null : Number(before), limit }
    return (await listRows(db, filterOf(filter), page)).map(found)
  },
  counted: (db: Db, filter, most) => countedRows(db, filterOf(filter), most),
  search: async (db, owner, asked) => (await searchRows(db, owner, asked)).map(found),
  positionIn: (app, caller, { status, ...query }) =>
    readDashboardPage(app, caller, { ...query, ...(status !== undefined && { status: status as Bucket }) })
      .before,
}
