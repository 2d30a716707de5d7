import type { SealedTable } from '../../../src/platform/db/seals/row-seal.ts'
import { sealedColumns, sealedTables } from '../../../src/tables.ts'
import type { OneTransaction } from './one-transaction.ts'

/** Numbers from a seed, so that a tampering that went unnoticed can be repeated. */
export const dice = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit: number): number => Math.floor(next() * limit),
    one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T,
  }
}

type Dice = ReturnType<typeof dice>

type Target = { table: string; key: readonly string[]; columns: string[]; sealed?: SealedTable }

const encryptedIn = (table: string): string[] =>
  sealedColumns.filter(one => one.table === table && one.field === undefined).map(({ column }) => column)

const targets: readonly Target[] = [
  ...sealedTables.map(sealed => ({
    table: sealed.table,
    key: sealed.key,
    columns: [...new Set([...sealed.columns, ...encryptedIn(sealed.table)])],
    sealed,
  })),
  {
    table: 'audit_entries',
    key: ['uid', 'seq'],
    columns: ['uid', 'seq', 'at', 'actor', 'event', 'facts', 'hash'],
  },
  {
    table: 'seal_log',
    key: ['seq'],
    columns: ['table_name', 'row_key', 'about', 'seal', 'deleted'],
  },
  {
    table: 'seal_anchors',
    key: ['anchor'],
    columns: ['last_seq', 'missing', 'late', 'hash', 'mac', 'anchored_at'],
  },
]

const trails = targets.filter(({ sealed }) => sealed === undefined)

const CHANGES: Record<string, string> = {
  text: `coalesce(COLUMN, '') || 'x'`,
  integer: 'coalesce(COLUMN, 0) + 1',
  smallint: 'coalesce(COLUMN, 0) + 1',
  bigint: 'coalesce(COLUMN, 0) + 1',
  boolean: 'not coalesce(COLUMN, false)',
  'timestamp with time zone': `coalesce(COLUMN, now()) + interval '1 day'`,
  bytea: `case when COLUMN is null then '\\x00'::bytea else set_byte(COLUMN, length(COLUMN) / 2, (get_byte(COLUMN, length(COLUMN) / 2) + 1) % 256) end`,
  jsonb: `COLUMN || '{"x": 1}'`,
  'text[]': `COLUMN || '{x}'`,
  'bigint[]': `COLUMN || '{7}'`,
}

const isOne = ({ key }: Target, first = 1): string =>
  key.map((name, at) => `${name} = $${first + at}`).join(' and ')

type Row = Record<string, unknown>

const anyRow = async (tx: OneTransaction, { table, key }: Target, roll: Dice): Promise<unknown[]> => {
  const rows = await tx.run<Row>(`select ${key.join(', ')} from ${table} order by ${key.join(', ')}`)
  const row = roll.one(rows)
  return key.map(name => row[name])
}

const typeOf = async (tx: OneTransaction, table: string, column: string): Promise<string> => {
  const [found] = await tx.run<{ type: string }>(
    `select format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass and attname = $2`,
    [table, column],
  )
  return String(found?.type)
}

/** What was done, or null when it changed nothing. */
type Act = (tx: OneTransaction, target: Target, roll: Dice) => Promise<string | null>

const count = async (tx: OneTransaction, text: string, values: unknown[]): Promise<number> =>
  (await tx.run(`${text} returning 1`, values)).length

const change: Act = async (tx, target, roll) => {
  const column = roll.one(target.columns)
  const expression = CHANGES[await typeOf(tx, target.table, column)]
  if (!expression) throw new Error(`no change for ${target.table}.${column}`)
  const to = expression.replaceAll('COLUMN', column)
  const done = await count(
    tx,
    `update ${target.table} set ${column} = ${to} where ${isOne(target)} and ${column} is distinct from ${to}`,
    await anyRow(tx, target, roll),
  )
  return done === 1 ? `change ${column}` : null
}

/** The value, or the values and the seal, of another row: an owner, a price, a consent of somebody else. */
const swap: Act = async (tx, target, roll) => {
  const column = roll.one(target.columns)
  const [to, from] = [await anyRow(tx, target, roll), await anyRow(tx, target, roll)]
  const withSeal = target.sealed && roll.below(2) === 0 ? ['seal'] : []
  const names = [...new Set([column, ...withSeal])]
  const done = await count(
    tx,
    `update ${target.table} as mine set ${names.map(name => `${name} = other.${name}`).join(', ')}
     from ${target.table} as other
     where ${target.key.map((name, at) => `mine.${name} = $${at + 1} and other.${name} = $${target.key.length + at + 1}`).join(' and ')}
       and mine.${column} is distinct from other.${column}`,
    [...to, ...from],
  )
  return done === 1 ? `take ${names.join(' and ')} of another row` : null
}

const clearSeal: Act = async (tx, target, roll) => {
  if (!target.sealed) return null
  const key = await anyRow(tx, target, roll)
  return (await count(tx, `update ${target.table} set seal = null where ${isOne(target)}`, key)) === 1
    ? 'take the seal away'
    : null
}

const remove: Act = async (tx, target, roll) => {
  const key = await anyRow(tx, target, roll)
  return (await count(tx, `delete from ${target.table} where ${isOne(target)}`, key)) === 1 ? 'delete' : null
}

/** A row as it was earlier, with the seal that it had. */
const rollBack: Act = async (tx, target, roll) => {
  if (!target.sealed) return null
  const names = [...target.columns, 'seal']
  const old = await tx.run<Row>(
    `select ${target.key.map(name => `was.${name}`).join(', ')} from earlier.${target.table} as was
     join ${target.table} as now on ${target.key.map(name => `now.${name} = was.${name}`).join(' and ')}
     where now.seal <> was.seal order by ${target.key.map(name => `was.${name}`).join(', ')}`,
  )
  if (old.length === 0) return null
  const row = roll.one(old)
  const done = await count(
    tx,
    `update ${target.table} as now set ${names.map(name => `${name} = was.${name}`).join(', ')}
     from earlier.${target.table} as was
     where ${target.key.map((name, at) => `now.${name} = $${at + 1} and was.${name} = $${at + 1}`).join(' and ')}`,
    target.key.map(name => row[name]),
  )
  return done === 1 ? 'roll back' : null
}

/** A key, a session, a consent that nobody gave: the copy of another, under a name of its own. */
const invent: Act = async (tx, target, roll) => {
  if (!target.sealed) return null
  const key = await anyRow(tx, target, roll)
  const fresh = ['hash', 'polling_hash', 'token_hash', 'claim_token']
  const all = await tx.run<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [target.table],
  )
  const last = target.key.at(-1)
  const values = all.map(({ name, type }) => {
    if (name !== last && !fresh.includes(name)) return name
    return type === 'bytea' ? `sha256(coalesce(${name}, ''))` : `${name} || 'x'`
  })
  const names = all.map(({ name }) => name).join(', ')
  const done = await count(
    tx,
    `insert into ${target.table} (${names}) select ${values.join(', ')} from ${target.table} where ${isOne(target)}`,
    key,
  )
  return done === 1 ? 'invent a row' : null
}

/** An application with all that came later taken away: the most careful roll-back there is. */
const rewind: Act = async (tx, target) => {
  if (target.table !== 'intakes') return null
  const names = [...target.columns, 'seal'].map(name => `${name} = was.${name}`).join(', ')
  const back = await tx.run<{ uid: string; audit_seq: number }>(
    `update intakes as now set ${names} from earlier.intakes as was
     where now.uid = was.uid and now.seal <> was.seal returning now.uid, now.audit_seq`,
  )
  for (const { uid, audit_seq } of back)
    await tx.run('delete from audit_entries where uid = $1 and seq > $2', [uid, audit_seq])
  await tx.run(
    `delete from seal_log as late using intakes, seal_log as mark
     where late.table_name = 'intakes' and late.row_key = intakes.uid and late.seq > mark.seq
       and mark.table_name = 'intakes' and mark.row_key = intakes.uid and mark.seal = intakes.seal`,
  )
  return back.length > 0 ? 'rewind whole applications and the log' : null
}

/** The row as it was, under a birth of its own: no trigger compares it with the one that is there. */
const replay: Act = async (tx, target, roll) => {
  if (!target.sealed) return null
  const same = target.key.map(name => `now.${name} = was.${name}`).join(' and ')
  const old = await tx.run<Row>(
    `select ${target.key.map(name => `was.${name}`).join(', ')} from earlier.${target.table} as was
     join ${target.table} as now on ${same} where now.seal <> was.seal`,
  )
  if (old.length === 0) return null
  const row = roll.one(old)
  const key = target.key.map(name => row[name])
  await tx.run(`delete from ${target.table} where ${isOne(target)}`, key)
  const done = await count(
    tx,
    `insert into ${target.table} select * from earlier.${target.table} where ${isOne(target)}`,
    key,
  )
  return done === 1 ? 'replay' : null
}

/** Without seals, log and anchors everything looks as if it were from before there were seals. */
const launder: Act = async (tx, target) => {
  if (target.table !== 'seal_log') return null
  for (const { table } of sealedTables) await tx.run(`update ${table} set seal = null`)
  await tx.run('delete from seal_log')
  await tx.run('delete from seal_anchors')
  return 'launder everything'
}

/** What may be empty is emptied: an end, an owner, an encrypted address. */
const empty: Act = async (tx, target, roll) => {
  const column = roll.one(target.columns)
  const done = await count(
    tx,
    `update ${target.table} set ${column} = null where ${isOne(target)} and ${column} is not null`,
    await anyRow(tx, target, roll),
  )
  return done === 1 ? `empty ${column}` : null
}

/** Past the one trigger that keeps older seals out, so that the log has the old seal as its newest. */
const putBack: Act = async (tx, target, roll) => {
  if (!target.sealed) return null
  await tx.run(`alter table ${target.table} disable trigger seal_kept`)
  const did = await rollBack(tx, target, roll)
  await tx.run(`alter table ${target.table} enable trigger seal_kept`)
  return did && 'put back past its trigger'
}

export const TRAILS = ['audit_entries', 'seal_log', 'seal_anchors']

/** Everything as it was, with its log and anchors. */
const rollBackAll: Act = async (tx, { table }) => {
  if (table !== 'seal_anchors') return null
  for (const name of [...sealedTables.map(sealed => sealed.table), ...TRAILS]) {
    await tx.run(`delete from ${name}`)
    await tx.run(`insert into ${name} overriding system value select * from earlier.${name}`)
  }
  return ROLLED_BACK
}

const ACTS: readonly Act[] = [
  change,
  change,
  change,
  swap,
  swap,
  clearSeal,
  remove,
  rollBack,
  rollBack,
  invent,
  rewind,
  replay,
  replay,
  empty,
  putBack,
  launder,
  rollBackAll,
]

/** To delete what only gives access, as the service does itself, gives nobody anything. */
const isHarmless = (did: string, { sealed }: Target, bypass: boolean): boolean =>
  !bypass && did === 'delete' && sealed?.deletion === 'free'

export type Attacker = 'owner' | 'bindery_app'

const REFUSED = /constraint|range|rolled back|permission denied|must be owner/

const ROLLED_BACK = 'roll everything back'

export type Tampering = { table: string; did: string; by: string }

/** What SECURITY.md says is not defended where no anchor is stored and no service knows a newer one. */
export const isRollBack = ({ table, did }: Tampering): boolean =>
  did === ROLLED_BACK || (table === 'seal_anchors' && did === 'delete')

/** One random tampering inside the open transaction, with or without the triggers of the database. */
export const tamper = async (tx: OneTransaction, roll: Dice, attacker: Attacker): Promise<Tampering> => {
  for (;;) {
    const target = roll.one(roll.below(5) === 0 ? trails : targets)
    const act = roll.one(ACTS)
    const bypass = attacker === 'owner' && roll.below(2) === 0
    await tx.run('savepoint before_it')
    await tx.run(`set local session_replication_role = ${bypass ? 'replica' : 'origin'}`)
    if (attacker !== 'owner') await tx.run(`set local role ${attacker}`)
    try {
      const did = await act(tx, target, roll)
      await tx.run('reset role')
      await tx.run('set local session_replication_role = origin')
      if (did !== null && !isHarmless(did, target, bypass))
        return { table: target.table, did, by: `${attacker}${bypass ? ' around the triggers' : ''}` }
    } catch (error) {
      if (!REFUSED.test(String(error))) throw error
    }
    await tx.run('rollback to before_it')
  }
}
