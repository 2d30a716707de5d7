import { sql } from 'kysely'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'

export type CarrierHealth = {
  carrier_id: string
  calls: number
  answered: number
  median_ms: number | null
  slow_ms: number | null
  not_accepted: number
  unanswered_in_a_row: number
  not_accepted_in_a_row: number
  last_at: Date
}

export const listCarrierHealth = async (
  db: Db,
  since: Date,
  { after, limit }: PageAsked,
): Promise<CarrierHealth[]> => {
  const { rows } = await sql<CarrierHealth>`
    with calls as (
      select carrier_id, request_id, sent_at, took_ms,
        outcome in ('offer', 'offers', 'decline', 'pending', 'referred', 'bound', 'blocked', 'info_requested', 'price_changed', 'received') as answered,
        outcome in ('unreachable', 'timed_out')
          or (outcome = 'http_error' and (http_status = 429 or http_status >= 500)) is true as away
      from carrier_exchanges where sent_at >= ${since} and outcome <> 'sent' and carrier_id > ${after ?? ''}
    ), latest as (
      select carrier_id, coalesce(max(sent_at) filter (where answered), '-infinity') as answered_at,
        coalesce(max(sent_at) filter (where not away), '-infinity') as reached_at
      from calls group by carrier_id
    )
    select carrier_id, count(*)::int as calls, (count(*) filter (where answered))::int as answered,
      (count(*) filter (where not answered and not away))::int as not_accepted,
      percentile_cont(0.5) within group (order by took_ms) filter (where answered) as median_ms,
      percentile_cont(0.95) within group (order by took_ms) filter (where answered) as slow_ms,
      (count(distinct request_id) filter (where away and sent_at > reached_at))::int as unanswered_in_a_row,
      (count(*) filter (where not answered and not away and sent_at > answered_at))::int as not_accepted_in_a_row,
      max(sent_at) as last_at
    from calls join latest using (carrier_id) group by carrier_id order by carrier_id limit ${limit}
  `.execute(db)
  return rows
}

export const countEmails = async (db: Db, since: Date): Promise<{ status: string; count: number }[]> => {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from emails where created_at >= ${since} group by status order by status
  `.execute(db)
  return rows
}
