import { canonicalJson } from '../../lib/canonical-json.ts'
import { nonce as newNonce } from '../../lib/random.ts'
import { IV_BYTES, KEY_ID_BYTES, type Sealer } from '../../lib/sealer.ts'

export type DatabaseRow = Record<string, unknown>

export type SealedTable = {
  table: string
  key: readonly [string, ...string[]]
  /** The text that names a row of the table, or of its alias, in the log of seals. In SQL. */
  keyInLog(of: string): string
  /** Includes the key. A null column is left out of the MAC, so a later migration can add nullable ones. */
  columns: readonly string[]
  /** Where the sealed column `of` is empty, the encrypted column `by` has its value. */
  instead: readonly { of: string; by: string }[]
  json?: readonly string[]
  /** AES-GCM values: their IV and tag stand for the whole. */
  encrypted?: readonly string[]
  /** When a row may disappear. `free`: at any time, because a missing row gives nobody any access. */
  deletion: 'never' | 'erasure' | 'expired' | 'free'
}

/** What is read of a row to check its seal. */
export const judgedColumns = ({ columns, instead }: SealedTable): string[] => [
  ...columns,
  ...instead.map(({ by }) => by),
  'seal',
]

export class RowSealError extends Error {}

/**
 * Three bytes that say that a count follows, three with the count, and two at random. Earlier releases drew all eight.
 * The trigger of migration 0060 reads them too.
 */
const NONCE_BYTES = 8
const COUNTED = Buffer.from('cnt')
const COUNT_BYTES = 3
const HEAD_BYTES = KEY_ID_BYTES + NONCE_BYTES
const MARK_BYTES = KEY_ID_BYTES + IV_BYTES
const TAG_BYTES = 16

const marks = (value: Buffer): string =>
  `${value.subarray(0, MARK_BYTES).toString('hex')}.${value.length}.${value.subarray(-TAG_BYTES).toString('hex')}`

const json = (value: unknown): string =>
  canonicalJson(typeof value === 'string' ? (JSON.parse(value) as unknown) : value)

const plain = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return { bytes: value.toString('hex') }
  if (value instanceof Date) return { at: value.toISOString() }
  if (typeof value === 'object' && !Array.isArray(value))
    throw new Error('A prepared statement on a sealed table must bring its own seal.')
  return value
}

const textOf = (
  { json: documents, encrypted }: SealedTable,
  columns: readonly string[],
  row: DatabaseRow,
): string => {
  const told: [string, unknown][] = []
  for (const name of columns) {
    const value = row[name]
    if (value === null || value === undefined) continue
    if (documents?.includes(name)) told.push([name, json(value)])
    else told.push([name, encrypted?.includes(name) ? marks(value as Buffer) : plain(value)])
  }
  return JSON.stringify(told)
}

/** The newer form first. Earlier releases left out what stands encrypted instead of another column. */
const formsOf = (table: SealedTable): readonly (readonly string[])[] =>
  table.instead.length === 0
    ? [table.columns]
    : [[...table.columns, ...table.instead.map(({ by }) => by)], table.columns]

const macText = (
  nonce: Buffer,
  { table, columns, row }: { table: SealedTable; columns: readonly string[]; row: DatabaseRow },
): string => nonce.toString('hex') + textOf(table, columns, row)

const context = ({ table }: SealedTable): string => `row/${table}`

const COUNT_AT = KEY_ID_BYTES + COUNTED.length

/** How often the row was sealed, or 0 if an earlier release sealed it. */
const countIn = (seal: unknown): number =>
  Buffer.isBuffer(seal) && COUNTED.equals(seal.subarray(KEY_ID_BYTES, COUNT_AT))
    ? seal.readUIntBE(COUNT_AT, COUNT_BYTES)
    : 0

/** The same in SQL. */
export const countInSql = (seal: string): string => {
  const digits = Array.from(
    { length: COUNT_BYTES },
    (_, at) => `get_byte(${seal}, ${COUNT_AT + at}) * ${256 ** (COUNT_BYTES - 1 - at)}`,
  )
  const mark = `substring(${seal} from ${KEY_ID_BYTES + 1} for ${COUNTED.length})`
  return `case when ${mark} = '${COUNTED}' then ${digits.join(' + ')} else 0 end`
}

const seals = new WeakMap<DatabaseRow, Buffer>()

/** The seal of a row as it was read and checked. */
export const sealOf = (row: DatabaseRow): Buffer => {
  const seal = seals.get(row)
  if (!seal) throw new Error('This row was read without its seal.')
  return seal
}

/** Takes the seal off a row that was checked. */
export const takeSeal = (row: DatabaseRow): void => {
  seals.set(row, row.seal as Buffer)
  delete row.seal
}

const nonceFor = (count: number): Buffer => {
  const nonce = Buffer.allocUnsafe(NONCE_BYTES)
  COUNTED.copy(nonce)
  nonce.writeUIntBE(count, COUNTED.length, COUNT_BYTES)
  newNonce(NONCE_BYTES - COUNTED.length - COUNT_BYTES).copy(nonce, COUNTED.length + COUNT_BYTES)
  return nonce
}

/** `before`: the seal that this one replaces. */
export const sealRow = (sealer: Sealer, table: SealedTable, row: DatabaseRow, before?: unknown): Buffer => {
  const nonce = nonceFor(countIn(before) + 1)
  const forms = formsOf(table)
  const columns = (sealer.writesNewForms() ? forms[0] : forms.at(-1)) ?? table.columns
  return Buffer.concat([
    sealer.keyId,
    nonce,
    sealer.mac(context(table), macText(nonce, { table, columns, row })),
  ])
}

const isEmptied = ({ instead }: SealedTable, row: DatabaseRow): boolean =>
  instead.some(({ of, by }) => row[of] === '' && !Buffer.isBuffer(row[by]))

export const isSealedRow = (sealer: Sealer, table: SealedTable, row: DatabaseRow): boolean => {
  const { seal } = row
  if (!Buffer.isBuffer(seal) || isEmptied(table, row)) return false
  const nonce = seal.subarray(KEY_ID_BYTES, HEAD_BYTES)
  const mac = seal.subarray(HEAD_BYTES)
  return formsOf(table).some(columns =>
    sealer.isMac(context(table), macText(nonce, { table, columns, row }), mac),
  )
}

const nameOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('hex') : String(value))

export const rowKey = ({ key }: Pick<SealedTable, 'key'>, row: DatabaseRow): string =>
  key.map(name => nameOf(row[name])).join('/')
