import { sql } from 'kysely'
import type { PageAsked } from '../../db/after-row.ts'
import type { Db } from '../../db/database.ts'

export type CarrierHealth = {
  carrier_id: string
  calls: number
  answered: number
  median_ms: number | null
  slow_ms: number | null
  failed_in_a_row: number
  last_at: Date
}

export const listCarrierHealth = async (
  db: Db,
  since: Date,
  { after, limit }: PageAsked,
): Promise<CarrierHealth[]> => {
  const { rows } = await sql<CarrierHealth>`
    with calls as (
      select carrier_id, sent_at, took_ms,
        outcome in ('offer', 'offers', 'decline', 'pending', 'referred', 'bound', 'blocked', 'info_requested', 'price_changed', 'received') as answered
      from carrier_exchanges where sent_at >= ${since} and outcome <> 'sent' and carrier_id > ${after ?? ''}
    )
    select carrier_id, count(*)::int as calls, (count(*) filter (where answered))::int as answered,
      percentile_cont(0.5) within group (order by took_ms) filter (where answered) as median_ms,
      percentile_cont(0.95) within group (order by took_ms) filter (where answered) as slow_ms,
      (count(*) filter (where not answered and sent_at > coalesce(
        (select max(good.sent_at) from calls as good where good.carrier_id = calls.carrier_id and good.answered),
        '-infinity')))::int as failed_in_a_row,
      max(sent_at) as last_at
    from calls group by carrier_id order by carrier_id limit ${limit}
  `.execute(db)
  return rows
}

export const countEmails = async (db: Db, since: Date): Promise<{ status: string; count: number }[]> => {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from emails where created_at >= ${since} group by status order by status
  `.execute(db)
  return rows
}
