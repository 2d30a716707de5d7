import type pg from 'pg'

/** A stage of an application, what share of all is in it, and how long such applications stay. */
export type Stage = { uids: readonly string[]; share: number; days: number }

const BATCH = 20_000

/** In the order in which they are filled. What is purged within days does not grow. */
const TABLES = [
  'intakes',
  'audit_entries',
  'consents',
  'consent_uses',
  'carrier_answers',
  'carrier_questions',
  'carrier_exchanges',
  'offers',
  'bind_orders',
  'policies',
  'policy_documents',
  'property_rows',
  'changes',
  'emails',
  'book_terms',
  'seal_log',
] as const

type Column = { name: string; type: string; identity: boolean }

const columnsOf = async (client: pg.Client, table: string): Promise<Column[]> => {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type, is_identity = 'YES' as identity
     from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows
}

const SHARED = new Set(['carrier_id', 'credential_id', 'statement_id'])

/** Each copy has ids of its own and lies further back. A quarter of the terms stay common, like first names. */
const copied = (table: string, { name, type }: Column): string => {
  if (type === 'timestamp with time zone') return `${name} - back`
  if (table === 'book_terms' && name === 'term')
    return `case when get_byte(term, 0) % 4 = 0 then term else substr(sha256(term || copy::text::bytea), 1, 16) end`
  if (table === 'changes' && name === 'seq') return `seq + 1000000 + copy * 100000`
  const isId = /(^|_)(uid|id)$/.test(name) && name !== 'operator_uid'
  if (type === 'text' && ((isId && !SHARED.has(name)) || ['row_key', 'about', 'used_for'].includes(name)))
    // Ids begin with the time, which must not be that of today.
    return `regexp_replace(${name}, '^((hom|umb)_.).', '\\10') || '_' || copy`
  return name
}

/** Which rows belong to an application. */
const belongs = (table: string): string =>
  ({
    emails: 'intake_uid = any($1)',
    consent_uses: 'consent_id in (select consent_id from consents where uid = any($1))',
    policy_documents: 'policy_id in (select policy_id from policies where uid = any($1))',
    carrier_exchanges: 'request_id in (select request_id from carrier_questions where uid = any($1))',
    seal_log: 'about = any($1) or row_key = any($1)',
  })[table] ?? 'uid = any($1)'

const copyTable = async (
  client: pg.Client,
  table: string,
  { uids, days }: Stage,
  copies: number,
): Promise<void> => {
  const columns = (await columnsOf(client, table)).filter(({ identity }) => !identity)
  const names = columns.map(({ name }) => name).join(', ')
  await client.query(`create temporary table model as select ${names} from ${table} where false`)
  await client.query(`insert into model select ${names} from ${table} where ${belongs(table)}`, [uids])
  const values = columns.map(column => copied(table, column)).join(', ')
  const step = Math.max(1, Math.floor(BATCH / uids.length))
  for (let from = 1; from <= copies; from += step)
    await client.query(
      `insert into ${table} (${names}) select ${values}
       from generate_series($1::bigint, $2::bigint) copy
       cross join lateral (select copy::float8 / $3 * $4 * interval '1 day' as back) as age, model`,
      [from, Math.min(copies, from + step - 1), copies, days],
    )
  await client.query('drop table model')
}

/** Terms are spread over their whole index, so it is built at the end. */
const WITHOUT_INDEXES = `
  alter table book_terms drop constraint book_terms_pkey;
  drop index book_terms_uid;
  drop index seal_log_row`
const WITH_INDEXES = `
  alter table book_terms add primary key (term, at, uid);
  create index book_terms_uid on book_terms (uid);
  create index seal_log_row on seal_log (table_name, row_key, seq)`

const recount = `
  delete from property_counts;
  insert into property_counts
  select owner, case when sandbox then 16 else 0 end, count(*) filter (where status = 'needs_more_info'),
    count(*) filter (where status = 'pending_quotes'), count(*) filter (where status = 'quoted'),
    count(*) filter (where status = 'quotes_published')
  from property_rows group by owner, sandbox;
  update change_counters set last = (select max(seq) from changes where changes.owner = change_counters.owner)`

/** Copies real applications until there are so many. Their encrypted values are not theirs, so nobody may open them. */
export const multiply = async (client: pg.Client, total: number, stages: readonly Stage[]): Promise<void> => {
  await client.query("set session_replication_role = 'replica'; set synchronous_commit = off")
  await client.query("set maintenance_work_mem = '512MB'")
  await client.query(WITHOUT_INDEXES)
  for (const table of TABLES) {
    const began = performance.now()
    for (const stage of stages)
      await copyTable(client, table, stage, Math.round((total * stage.share) / stage.uids.length))
    console.log(`  ${table}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  await client.query("set session_replication_role = 'origin'")
  await client.query(WITH_INDEXES)
  await client.query(recount)
  await client.query('vacuum analyze')
}
