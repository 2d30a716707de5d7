import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { SECOND } from '../lib/clock.ts'

type Home = { ours: string; queue: string }

/** `public` is the default schema, and the queue has one of its own there. */
export const homeOf = (schema: string | null): Home =>
  schema === null ? { ours: 'public', queue: 'graphile_worker' } : { ours: schema, queue: schema }

const OF_THE_QUEUE = `(relname in ('migrations', 'jobs', 'job_spec') or starts_with(relname, '_private_'))`
const FUNCTIONS_OF_THE_QUEUE = [
  'add_job',
  'add_jobs',
  'complete_jobs',
  'force_unlock_workers',
  'permanently_fail_jobs',
  'remove_job',
  'reschedule_jobs',
]

/** Indexes, triggers and the sequences of columns go with their table, and what an extension made stays. */
const relationsIn = (schema: string): string =>
  `select relname, relkind, oid from pg_class
   where relnamespace = to_regnamespace('${schema}') and relkind in ('r', 'p', 'v', 'S', 'c')
     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
       and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))`

const functionsIn = (schema: string): string =>
  `select proname, oid from pg_proc where pronamespace = to_regnamespace('${schema}')
     and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid
       and deptype = 'e')`

const strangersIn = async (client: pg.ClientBase, known: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from (${relationsIn('public')}) as found
     where relkind <> 'c' and not relname = any ($1) and relname !~ '^request_log_'`,
    [[...known, 'migrations']],
  )
  return rows.map(({ name }) => name)
}

const KIND: Record<string, string> = { v: 'view', S: 'sequence', c: 'type' }

const moveRelations = async (
  client: pg.ClientBase,
  only: string,
  [from, to]: readonly [string, string],
): Promise<void> => {
  if (from === to) return
  const { rows } = await client.query<{ relname: string; relkind: string }>(
    `select relname, relkind from (${relationsIn(from)}) as found where ${only}`,
  )
  for (const { relname, relkind } of rows)
    await client.query(`alter ${KIND[relkind] ?? 'table'} "${from}"."${relname}" set schema "${to}"`)
}

/** A body names the schema of the queue and the channel that its workers hear. */
const reworded = (text: string, from: Home, to: Home): string => {
  const heard = (home: Home) => (home.ours === home.queue ? `pg_notify('${home.queue}/' || ` : 'pg_notify(')
  return text
    .replaceAll(new RegExp(`(?:"${from.queue}"|\\b${from.queue})\\.`, 'g'), `"${to.queue}".`)
    .replaceAll(heard(from), heard(to))
}

const moveFunctions = async (client: pg.ClientBase, from: Home, to: Home): Promise<void> => {
  const { rows } = await client.query<{ name: string; home: string; proname: string; fixed: boolean }>(
    `select oid::regprocedure::text as name, pronamespace::regnamespace::text as home, proname,
       coalesce(array_to_string(proconfig, ','), '') ~ 'search_path' as fixed
     from pg_proc where oid in (select oid from (${functionsIn(from.ours)}
       union ${functionsIn(from.queue)}) as found) order by 1`,
  )
  for (const { name, home, proname, fixed } of rows) {
    const isQueue = home === from.queue && (home !== from.ours || FUNCTIONS_OF_THE_QUEUE.includes(proname))
    const target = isQueue ? to.queue : to.ours
    const args = name.slice(name.indexOf('('))
    if (home !== target) await client.query(`alter function ${name} set schema "${target}"`)
    const moved = `"${target}"."${proname}"${args}`
    const defined = await client.query<{ text: string }>(
      'select pg_get_functiondef($1::regprocedure) as text',
      [moved],
    )
    const text = defined.rows[0]?.text ?? ''
    await client.query(reworded(text, from, to))
    if (fixed)
      await client.query(`alter function ${moved} set search_path = pg_catalog, "${to.ours}", pg_temp`)
  }
}

const PATIENCE_MS = 5 * SECOND
const PAUSE_MS = SECOND / 10

const sessionsOf = async (client: pg.ClientBase, from: string | null): Promise<number> => {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name ~ $1`,
    [`^bindery(-jobs|-patient)?${from === null ? '' : `@${from}`}( |$)`],
  )
  return Number(rowCount)
}

/** The sessions that asked before it take a moment to end. */
const refuseSessions = async (client: pg.ClientBase, from: string | null): Promise<void> => {
  const until = performance.now() + PATIENCE_MS
  for (let count = 1; count > 0; await setTimeout(PAUSE_MS)) {
    count = await sessionsOf(client, from)
    if (count > 0 && performance.now() > until)
      throw new ConfigError(`The service still runs (${count} connections). Stop it, then run this again.`)
  }
}

const refuseTaken = async (client: pg.ClientBase, { ours }: Home): Promise<void> => {
  const { rowCount } = await client.query(`select from pg_class where oid = to_regclass($1)`, [
    `"${ours}".intakes`,
  ])
  if (rowCount) throw new ConfigError(`The schema ${ours} is that of another agency. Choose another name.`)
}

/** The list of migrations cannot have the name of the queue's own list beside it. */
const renameList = async (
  client: pg.ClientBase,
  schema: string,
  [from, to]: [string, string],
): Promise<void> => {
  await client.query(`alter index "${schema}".${from}_pkey rename to ${to}_pkey`)
  await client.query(`alter table "${schema}".${from} rename to ${to}`)
}

const move = async (client: pg.ClientBase, from: Home, to: Home): Promise<void> => {
  for (const name of new Set([to.ours, to.queue])) await client.query(`create schema if not exists "${name}"`)
  if (from.ours !== from.queue) await renameList(client, from.ours, ['migrations', 'applied_migrations'])
  await moveRelations(client, from.ours === from.queue ? OF_THE_QUEUE : 'true', [from.queue, to.queue])
  await moveRelations(client, 'true', [from.ours, to.ours])
  await moveFunctions(client, from, to)
  if (to.ours !== to.queue) await renameList(client, to.ours, ['applied_migrations', 'migrations'])
  await client.query(`drop schema "${from.queue}"`)
}

/** Everything or nothing, by a client of no schema, with the service stopped. `known`: the tables that are ours. */
export const moveSchema = async (
  client: pg.ClientBase,
  { from, to }: { from: string | null; to: string | null },
  known: readonly string[],
): Promise<void> => {
  await refuseSessions(client, from)
  await refuseTaken(client, homeOf(to))
  const strangers = from === null ? await strangersIn(client, known) : []
  if (strangers.length > 0)
    throw new ConfigError(`The schema public also holds ${strangers.join(', ')}. Move them away first.`)
  await client.query('begin')
  try {
    // A body is read before its search path follows.
    await client.query('set local check_function_bodies = off')
    await move(client, homeOf(from), homeOf(to))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
