import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Row, t, table, tablesOf } from '../../platform/db/table.ts'
import { credentials } from '../../platform/key/store.ts'
import { DAY } from '../../platform/lib/clock.ts'

export const requestLog = table(
  'request_log',
  'which calls an operator made; shown to it, and believed by nobody',
  {
    slot: t.number(),
    at: t.time(),
    request_id: t.text(),
    operator_uid: t.text(),
    credential_id: t.orNull(t.text()),
    method: t.text(),
    route: t.text(),
    status: t.number(),
    error: t.orNull(t.text()),
  },
)

export type RequestRow = Row<typeof requestLog>

const tables = tablesOf(requestLog, credentials)

export const insertRequests = async (db: Db, rows: readonly RequestRow[]): Promise<void> => {
  const column = <N extends keyof RequestRow>(name: N): RequestRow[N][] => rows.map(row => row[name])
  await sql`
    insert into request_log
      (slot, at, request_id, operator_uid, credential_id, method, route, status, error)
    select * from unnest(
      ${column('slot')}::smallint[], ${column('at')}::timestamptz[], ${column('request_id')}::text[],
      ${column('operator_uid')}::text[], ${column('credential_id')}::text[], ${column('method')}::text[],
      ${column('route')}::text[], ${column('status')}::smallint[], ${column('error')}::text[]
    )
  `.execute(db)
}

export type RequestFilter = {
  operator_uid: string
  credential_id?: string | undefined
  request_id?: string | undefined
  failed?: boolean | undefined
  since: Date
}

export type RequestPosition = { at: Date; request_id: string }

export type LoggedCall = Omit<RequestRow, 'slot' | 'operator_uid' | 'credential_id'> & {
  prefix: string | null
}

export const listRequests = (
  db: Db,
  { operator_uid, credential_id, request_id, failed, since }: RequestFilter,
  { before, limit }: { before: RequestPosition | null; limit: number },
): Promise<LoggedCall[]> =>
  tables(db)
    .selectFrom('request_log')
    .leftJoin('credentials', 'credentials.credential_id', 'request_log.credential_id')
    .select(['at', 'request_id', 'method', 'route', 'status', 'error', 'credentials.prefix'])
    .where('request_log.operator_uid', '=', operator_uid)
    .where('at', '>', since)
    .$if(credential_id !== undefined, rows =>
      rows.where('request_log.credential_id', '=', String(credential_id)),
    )
    .$if(request_id !== undefined, rows => rows.where('request_id', '=', String(request_id)))
    .$if(failed !== undefined, rows => rows.where('status', failed ? '>=' : '<', 400))
    .$if(before !== null, rows =>
      rows.where(
        sql<boolean>`(at, request_id) < (${before?.at ?? null}::timestamptz, ${before?.request_id ?? null}::text)`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(limit)
    .execute()

export const emptySlot = async (db: Db, slot: number): Promise<void> => {
  const table = sql.table(`request_log_${slot}`)
  const { rows } = await sql<{ used: boolean }>`select exists (select from ${table}) as used`.execute(db)
  if (rows[0]?.used) await sql`truncate ${table}`.execute(db)
}

export const REQUESTS_KEPT = 30 * DAY

const SLOT_DAYS = 5
const SLOTS = 8

const blockOf = (at: Date): number => Math.floor(at.getTime() / (SLOT_DAYS * DAY))

export const slotOf = (at: Date): number => blockOf(at) % SLOTS

/** Its rows are all older than 30 days, and it is the next one to be filled. */
export const endedSlot = (now: Date): number => (blockOf(now) + 1) % SLOTS
