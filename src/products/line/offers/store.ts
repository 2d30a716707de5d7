import { sql } from 'kysely'
import type { CreditPart, PriceFactor } from '../../../agency/carriers/contract/answers.ts'
import type { CarrierInfo } from '../../../agency/carriers/contract/carrier-info.ts'
import type { PaymentTerms } from '../../../agency/carriers/contract/payment-terms.ts'
import type { Recommendation } from '../../../agency/carriers/contract/recommendation.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

type CarrierOffer = PaymentTerms & {
  annual_price: number
  quote_number: string
  price_factors: PriceFactor[]
  price_range?: { low: number; high: number }
  is_estimate?: boolean
}

export type Stored<Offer> = Omit<Offer, 'kind' | 'valid_until' | keyof CreditPart> & {
  carrier: string
  illustrative: boolean
  admitted?: false
  carrier_info?: CarrierInfo
  recommended_because?: Recommendation | string
}

export type AnyStoredOffer = Stored<CarrierOffer>

export const carrierAnswers = sealedTable('carrier_answers', 'erasure', {
  uid: t.erased(t.key(t.text())),
  revision: t.key(t.number()),
  item: t.key(t.text()),
  carrier_id: t.key(t.text()),
  answer: t.jsonWith('credit'),
  answered_at: t.time(),
  published_at: t.orNull(t.time()),
})

export const offers = sealedTable('offers', 'erasure', {
  offer_id: t.key(t.text()),
  uid: t.text(),
  revision: t.number(),
  item: t.text(),
  rank: t.number(),
  recommended: t.bool(),
  carrier_id: t.text(),
  offer: t.json(),
  published_at: t.time(),
  expires_at: t.time(),
  superseded_at: t.orNull(t.time()),
  selected_at: t.orNull(t.time()),
  refused_at: t.orNull(t.time()),
  announced_at: t.orNull(t.time()),
})

export type ReplyRow = Row<typeof carrierAnswers>
export type NewReply = Omit<ReplyRow, 'published_at'>
export type OfferRow<O extends AnyStoredOffer = AnyStoredOffer> = Omit<Row<typeof offers>, 'offer'> & {
  offer: O
}
export type NewOffer<O extends AnyStoredOffer = AnyStoredOffer> = Omit<
  OfferRow<O>,
  'superseded_at' | 'selected_at' | 'refused_at' | 'announced_at'
>
export type Quoting = { uid: string; revision: number; isUnasked?: true }

const tables = tablesOf(carrierAnswers, offers)

/** The first reply counts. A carrier that is asked again after a crash cannot change it. */
export const insertReply = async (db: Db, row: NewReply): Promise<void> => {
  await tables(db)
    .insertInto('carrier_answers')
    .values({ ...row, answer: JSON.stringify(row.answer) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const listReplyRows = (db: Db, { uid, revision }: Quoting): Promise<ReplyRow[]> =>
  tables(db)
    .selectFrom('carrier_answers')
    .selectAll()
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .orderBy('item')
    .orderBy('carrier_id')
    .execute()

/** Call it with the intake locked. */
export const markRepliesPublished = async (db: Db, { uid, revision }: Quoting, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('carrier_answers')
    .set({ published_at: now })
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .where('published_at', 'is', null)
    .execute()
}

type Answered = Pick<ReplyRow, 'item' | 'carrier_id'>

const answeredRows = prepared<Quoting, Answered>(['uid', 'revision'], (db, { uid, revision }) =>
  tables(db)
    .selectFrom('carrier_answers')
    .select(['item', 'carrier_id'])
    .where('uid', '=', uid)
    .where('revision', '=', revision),
)

export const listAnswered = async (db: Db, { uid, revision, isUnasked }: Quoting): Promise<Answered[]> =>
  isUnasked ? [] : (await answeredRows(db, { uid, revision })).rows

export const listDeclines = (
  db: Db,
  { uid, revision }: Quoting,
): Promise<{ item: string; carrier_id: string; reason_code: string; reason: string }[]> =>
  tables(db)
    .selectFrom('carrier_answers')
    .select([
      'item',
      'carrier_id',
      sql<string>`answer ->> 'reason_code'`.as('reason_code'),
      sql<string>`answer ->> 'reason'`.as('reason'),
    ])
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .where(sql`answer ->> 'kind'`, '=', 'decline')
    .orderBy('item')
    .orderBy('carrier_id')
    .execute()

export const listDeclineRows = (db: Db, uid: string): Promise<ReplyRow[]> =>
  tables(db)
    .selectFrom('carrier_answers')
    .selectAll()
    .where('uid', '=', uid)
    .where(sql`answer ->> 'kind'`, '=', 'decline')
    .orderBy('answered_at')
    .orderBy('item')
    .orderBy('carrier_id')
    .execute()

export const insertOffers = async (db: Db, rows: readonly NewOffer[]): Promise<void> => {
  if (rows.length === 0) return
  await tables(db)
    .insertInto('offers')
    .values(rows.map(row => ({ ...row, offer: JSON.stringify(row.offer) })))
    .execute()
}

export type Rank = Pick<OfferRow, 'offer_id' | 'rank' | 'recommended' | 'offer'>

export const rankOffer = async (db: Db, { offer_id, offer, ...place }: Rank): Promise<void> => {
  await tables(db)
    .updateTable('offers')
    .set({ ...place, offer: JSON.stringify(offer) })
    .where('offer_id', '=', offer_id)
    .execute()
}

export const markAnnounced = async (db: Db, { uid, revision }: Quoting, now: Date): Promise<number> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('offers')
    .set({ announced_at: now })
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .where('announced_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const allOffers = <O extends AnyStoredOffer>(db: Db) =>
  tables(db).selectFrom('offers').selectAll().$castTo<OfferRow<O>>()

export const listOffers = <O extends AnyStoredOffer>(
  db: Db,
  { uid, revision }: Quoting,
): Promise<OfferRow<O>[]> =>
  allOffers<O>(db).where('uid', '=', uid).where('revision', '=', revision).orderBy('rank').execute()

export const offersBefore = <O extends AnyStoredOffer>(
  db: Db,
  { uid, revision }: Quoting,
): Promise<OfferRow<O>[]> =>
  allOffers<O>(db)
    .where('uid', '=', uid)
    .where('revision', '=', ({ selectFrom }) =>
      selectFrom('offers')
        .select(({ fn }) => fn.max('revision').as('last'))
        .where('uid', '=', uid)
        .where('revision', '<', revision),
    )
    .orderBy('rank')
    .execute()

export const wasQuoted = async (db: Db, uid: string): Promise<boolean> =>
  (await tables(db).selectFrom('offers').select('offer_id').where('uid', '=', uid).limit(1).execute())
    .length > 0

export const supersedeOffers = async (db: Db, uid: string, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('offers')
    .set({ superseded_at: now })
    .where('uid', '=', uid)
    .where('superseded_at', 'is', null)
    .execute()
}

export const moveOffer = async (
  db: Db,
  offerId: string,
  dates: Pick<OfferRow, 'published_at' | 'expires_at'>,
): Promise<void> => {
  await tables(db).updateTable('offers').set(dates).where('offer_id', '=', offerId).execute()
}

export const findOffers = async <O extends AnyStoredOffer>(
  db: Db,
  uid: string,
  offerIds: readonly string[],
): Promise<OfferRow<O>[]> =>
  offerIds.length === 0
    ? []
    : allOffers<O>(db)
        .where('uid', '=', uid)
        .where('offer_id', 'in', [...offerIds])
        .execute()

export const markSelected = async (
  db: Db,
  { uid, revision }: Quoting,
  { offerIds, now }: { offerIds: readonly string[]; now: Date },
): Promise<void> => {
  await tables(db)
    .updateTable('offers')
    .set({ selected_at: null })
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .where('selected_at', 'is not', null)
    .execute()
  if (offerIds.length === 0) return
  await tables(db)
    .updateTable('offers')
    .set({ selected_at: now })
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .where('offer_id', 'in', [...offerIds])
    .execute()
}

export const deleteOffers = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('offers').where('uid', '=', uid).execute()
}

export const markRefused = async (db: Db, offerId: string, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('offers')
    .set({ refused_at: now, selected_at: null })
    .where('offer_id', '=', offerId)
    .execute()
}
