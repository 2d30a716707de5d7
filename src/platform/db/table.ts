import type { ColumnType, Generated, SelectType } from 'kysely'
import type { Db } from './database.ts'
import { type DatabaseRow, rowKey, type SealedTable } from './seals/row-seal.ts'
import type { SealedColumn } from './seals/sealed-column.ts'

/**
 * A table is declared once, by the store that owns it. The types of queries and rows, the seal of a row, what is
 * encrypted, erasure and retention are read from there; `src/tables.ts` lists all tables. Seals cover the columns in
 * the order of the declaration, so a new column of a sealed table is nullable and goes last.
 */
type Facts = {
  kind: 'text' | 'number' | 'boolean' | 'time' | 'day' | 'bytes' | 'json'
  isList?: true
  isNullable?: true
  isGenerated?: true
  keyPlace?: number
  encrypted?: { part?: string; field?: string }
  unsealed?: string
  insteadOf?: string
  isErased?: true
  isHeld?: true
  purgedAfter?: number
}

type Flag = 'key' | 'encrypted'

export type Column<S = unknown, I = unknown, F extends Flag = Flag> = Facts & {
  readonly type?: ColumnType<S, I, I>
  readonly flag?: F
}

const column = <S, F extends Flag = never>(facts: Facts): Column<S, S, F> => facts as Column<S, S, F>

const text = <T extends string = string>() => column<T>({ kind: 'text' })
const number = () => column<number>({ kind: 'number' })
const bool = () => column<boolean>({ kind: 'boolean' })
const time = () => column<Date>({ kind: 'time' })
/** Of the type date. Most days are text. */
const day = () => column<string>({ kind: 'day' })
const bytes = () => column<Buffer>({ kind: 'bytes' })
const json = <T = unknown>() => ({ kind: 'json' }) as Column<T, string, never>
/** One field of the value is encrypted. */
const jsonWith = <T = unknown>(field: string) =>
  ({ kind: 'json', encrypted: { field } }) as Column<T, string, 'encrypted'>
/** Bound to the table, the key of its row, and `part` where a row has several. */
const encrypted = (part?: string) =>
  column<Buffer, 'encrypted'>({ kind: 'bytes', encrypted: part === undefined ? {} : { part } })
/** The driver reads them as text. */
const bigints = () => ({ kind: 'number', isList: true }) as Column<string[], number[], never>

const list = <S, I>(of: Column<S, I, never>) => ({ ...of, isList: true }) as Column<S[], I[], never>
const orNull = <S, I, F extends Flag>(of: Column<S, I, F>) =>
  ({ ...of, isNullable: true }) as Column<S | null, I | null, F>
const generated = <S, I, F extends Flag>(of: Column<S, I, F>) =>
  ({ ...of, isGenerated: true }) as Column<S, I | undefined, F>
/** Names the row, perhaps with others. `place`: where the key is not in the order of the columns. */
const key = <S, I>(of: Column<S, I, never>, place = 0) => ({ ...of, keyPlace: place }) as Column<S, I, 'key'>
/** The seal does not cover this column, because nobody gains authority by changing it. */
const unsealed = <C extends Column>(reason: string, of: C): C => ({ ...of, unsealed: reason })
/** Encrypted, where this sealed column is empty. So it cannot be taken away, and earlier releases check the same seal. */
const instead = <C extends Column>(insteadOf: string, of: C): C => ({
  ...of,
  insteadOf,
  unsealed: 'encrypted and bound to the row',
})
/** The uid of an application. When it is erased, its rows go. */
const erased = <C extends Column>(of: C): C => ({ ...of, isErased: true })
/** The uid of an application. While it is on hold, its rows are not purged. */
const held = <C extends Column>(of: C): C => ({ ...of, isHeld: true })
/** A row goes so many milliseconds after this time. */
const purged = <C extends Column>(after: number, of: C): C => ({ ...of, purgedAfter: after })

/** The kinds of columns, and what can be said of one. */
export const t = {
  text,
  number,
  bool,
  time,
  day,
  bytes,
  bigints,
  json,
  jsonWith,
  encrypted,
  list,
  orNull,
  generated,
  key,
  unsealed,
  instead,
  erased,
  held,
  purged,
}

type Columns = Record<string, Column>

type Named<C, F extends Flag> = {
  [N in keyof C]: C[N] extends Column<unknown, unknown, infer G> ? (F extends G ? N : never) : never
}[keyof C] &
  string
type Types<C> = { [N in keyof C]: C[N] extends { readonly type?: infer T } ? NonNullable<T> : never }
type RowOf<C> = { [N in keyof C]: SelectType<Types<C>[N]> }

export type AnyTable = {
  readonly name: string
  readonly declared: Columns
  readonly columns: readonly string[]
  readonly sealed: SealedTable | null
  readonly encrypted: readonly SealedColumn[]
  /** Why its rows are not sealed. */
  readonly unsealed?: string
  readonly types?: unknown
  readonly row?: unknown
}

type Table<N extends string, C extends Columns, T> = AnyTable & {
  readonly name: N
  readonly columns: readonly (keyof T & string)[]
  readonly types?: T
  readonly row?: RowOf<C>
  /** What the encrypted value in a row is bound to. */
  context(column: Named<C, 'encrypted'>, row: Pick<RowOf<C>, Named<C, 'key'>>): string
}

export const namesWhere = (declared: Columns, is: (column: Column) => boolean): string[] =>
  Object.entries(declared).flatMap(([name, of]) => (is(of) ? [name] : []))

const keyIn = (declared: Columns): readonly [string, ...string[]] => {
  const placeOf = (name: string): number => declared[name]?.keyPlace ?? 0
  const names = namesWhere(declared, ({ keyPlace }) => keyPlace !== undefined)
  const [first = 'none', ...others] = names.toSorted((a, b) => placeOf(a) - placeOf(b))
  return [first, ...others]
}

const declare = (name: string, declared: Columns) => {
  const key = keyIn(declared)
  const context = (of: string, row: DatabaseRow): string =>
    [name, rowKey({ key }, row), declared[of]?.encrypted?.part ?? []].flat().join('/')
  const encrypted = namesWhere(declared, of => of.encrypted !== undefined).map((of): SealedColumn => {
    const field = declared[of]?.encrypted?.field
    return {
      table: name,
      key,
      column: of,
      ...(field !== undefined && { field }),
      context: row => context(of, row),
    }
  })
  return { name, declared, key, encrypted, context }
}

/** A table whose rows are not sealed, for this reason. */
export const table = <N extends string, C extends Columns>(
  name: N,
  reason: string,
  columns: C,
): Table<N, C, Types<C>> => ({
  ...declare(name, columns),
  name,
  columns: Object.keys(columns),
  sealed: null,
  unsealed: reason,
})

const inLog = (reference: string, column: Column | undefined): string =>
  column?.kind === 'bytes' ? `encode(${reference}, 'hex')` : `${reference}::text`

/** A table whose rows carry authority. `deletion`: when a row may disappear. */
export const sealedTable = <N extends string, C extends Columns>(
  name: N,
  deletion: SealedTable['deletion'],
  columns: C,
): Table<N, C, Types<C> & { seal: Generated<Buffer> }> & { sealed: SealedTable } => {
  const { key, ...declared } = declare(name, columns)
  const sealed: SealedTable = {
    table: name,
    key,
    keyInLog: of => key.map(column => inLog(`${of}.${column}`, columns[column])).join(` || '/' || `),
    columns: namesWhere(columns, of => of.unsealed === undefined),
    instead: Object.entries(columns).flatMap(([by, { insteadOf }]) =>
      insteadOf === undefined ? [] : [{ by, of: insteadOf }],
    ),
    json: namesWhere(columns, ({ kind }) => kind === 'json'),
    encrypted: namesWhere(columns, of => of.encrypted !== undefined && of.kind === 'bytes'),
    deletion,
  }
  return { ...declared, name, columns: [...Object.keys(columns), 'seal'], sealed }
}

export type Row<T extends AnyTable> = NonNullable<T['row']>

export type Tables<T extends AnyTable> = { [One in T as One['name']]: NonNullable<One['types']> }

export const tablesOf =
  <T extends readonly AnyTable[]>(..._: T) =>
  (db: Db) =>
    db.withTables<Tables<T[number]>>()

/** For a read that leaves out what it does not need. */
export const columnsBut = <T extends AnyTable, N extends T['columns'][number]>(
  { columns }: T,
  ...names: N[]
) => columns.filter(name => !names.some(one => one === name)) as Exclude<T['columns'][number], N>[]
