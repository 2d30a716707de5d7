import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Row, t, table, tablesOf } from '../../../platform/db/table.ts'

export const properties = table(
  'properties',
  'random names for homes, unique for an operator and an address',
  {
    owner: t.key(t.text()),
    sandbox: t.key(t.bool()),
    address_mac: t.key(t.bytes()),
    property_id: t.text(),
    created_at: t.time(),
  },
)

const tables = tablesOf(properties)

type Whose = { owner: string; sandbox: boolean }

type Candidate = Omit<Row<typeof properties>, 'address_mac'> & {
  addressMacs: readonly [Buffer, ...Buffer[]]
}

type NewProperty = Row<typeof properties>

const insertIfNew = prepared<NewProperty, Pick<NewProperty, 'property_id'>>(
  ['owner', 'sandbox', 'address_mac', 'property_id', 'created_at'],
  (db, row) =>
    tables(db)
      .insertInto('properties')
      .values(row)
      .onConflict(conflict => conflict.columns(['owner', 'sandbox', 'address_mac']).doNothing())
      .returning('property_id'),
)

const byAddress = (db: Db, { owner, sandbox }: Whose, macs: readonly Buffer[]) =>
  tables(db)
    .selectFrom('properties')
    .select('property_id')
    .where('owner', '=', owner)
    .where('sandbox', '=', sandbox)
    .where('address_mac', 'in', macs)

type Address = Pick<NewProperty, 'owner' | 'sandbox' | 'address_mac'>

const known = prepared<Address, Pick<NewProperty, 'property_id'>>(
  ['owner', 'sandbox', 'address_mac'],
  (db, { address_mac, ...whose }) => byAddress(db, whose, [address_mac]),
)

/** `candidate` becomes the id of a new home. Concurrent callers get the same id. */
export const propertyIdFor = async (
  db: Db,
  { property_id: candidate, addressMacs, ...home }: Candidate,
): Promise<string> => {
  const [current, ...older] = addressMacs
  const before = older.length > 0 && (await byAddress(db, home, older).executeTakeFirst())
  if (before) return before.property_id
  const { rows: added } = await insertIfNew(db, { ...home, address_mac: current, property_id: candidate })
  if (added[0]) return added[0].property_id
  const { owner, sandbox } = home
  const { rows } = await known(db, { owner, sandbox, address_mac: current })
  if (!rows[0]) throw new Error('a property that conflicts is not there')
  return rows[0].property_id
}

export const renewAddressMac = async (
  db: Db,
  { owner, sandbox }: Whose,
  [current, ...older]: Candidate['addressMacs'],
): Promise<void> => {
  for (const mac of older)
    await tables(db)
      .updateTable('properties')
      .set({ address_mac: current })
      .where('owner', '=', owner)
      .where('sandbox', '=', sandbox)
      .where('address_mac', '=', mac)
      .where(({ not, exists }) => not(exists(byAddress(db, { owner, sandbox }, [current]))))
      .execute()
}
