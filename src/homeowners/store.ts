import type { Db } from '../db/database.ts'

type Tables = {
  properties: { owner: string; sandbox: boolean; address_mac: Buffer; property_id: string; created_at: Date }
}

const tables = (db: Db) => db.withTables<Tables>()

/** The id this home has for this owner; `candidate` becomes it when the home is new. Two callers get the same. */
export const propertyIdFor = async (
  db: Db,
  { property_id: candidate, ...home }: Tables['properties'],
): Promise<string> => {
  const { owner, sandbox, address_mac } = home
  await tables(db)
    .insertInto('properties')
    .values({ ...home, property_id: candidate })
    .onConflict(conflict => conflict.columns(['owner', 'sandbox', 'address_mac']).doNothing())
    .execute()
  const row = await tables(db)
    .selectFrom('properties')
    .select('property_id')
    .where('owner', '=', owner)
    .where('sandbox', '=', sandbox)
    .where('address_mac', '=', address_mac)
    .executeTakeFirstOrThrow()
  return row.property_id
}
