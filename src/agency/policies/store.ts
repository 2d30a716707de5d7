import { type RawBuilder, sql } from 'kysely'
import { intakes } from '../../platform/audit/store.ts'
import { isAfter, type PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../platform/db/table.ts'

export const policies = sealedTable('policies', 'never', {
  policy_id: t.key(t.text()),
  uid: t.text(),
  item: t.text(),
  /** Null: it was sold elsewhere and imported. */
  order_id: t.orNull(t.text()),
  carrier_id: t.text(),
  policy_number: t.text(),
  effective_date: t.text(),
  expiration_date: t.text(),
  annual_price: t.number(),
  sandbox: t.bool(),
  facts: t.encrypted(),
  issued_at: t.time(),
})

export const policyDocuments = sealedTable('policy_documents', 'never', {
  document_id: t.key(t.text()),
  policy_id: t.text(),
  kind: t.text(),
  filename: t.text(),
  media_type: t.text(),
  content: t.encrypted(),
  created_at: t.time(),
})

export const orderDeclarations = sealedTable('order_declarations', 'free', {
  order_id: t.key(t.text()),
  content: t.encrypted(),
  created_at: t.time(),
  created_by: t.text(),
  read: t.orNull(t.encrypted('read')),
})

export type PolicyRow = Row<typeof policies>

export type PolicyDocumentRow = Row<typeof policyDocuments>

export type OrderDeclarationsRow = Row<typeof orderDeclarations>

const tables = tablesOf(policies, policyDocuments, orderDeclarations, intakes)

export const insertPolicy = async (db: Db, row: PolicyRow): Promise<void> => {
  await tables(db).insertInto('policies').values(row).execute()
}

export const insertPolicyDocument = async (db: Db, row: PolicyDocumentRow): Promise<void> => {
  await tables(db).insertInto('policy_documents').values(row).execute()
}

export const insertOrderDeclarations = async (db: Db, row: OrderDeclarationsRow): Promise<void> => {
  await tables(db).insertInto('order_declarations').values(row).execute()
}

export const takeOrderDeclarations = async (
  db: Db,
  orderId: string,
): Promise<OrderDeclarationsRow | undefined> => {
  const row = await tables(db)
    .selectFrom('order_declarations')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (row) await tables(db).deleteFrom('order_declarations').where('order_id', '=', orderId).execute()
  return row
}

type Written = Pick<
  PolicyRow,
  'policy_id' | 'uid' | 'policy_number' | 'carrier_id' | 'annual_price' | 'issued_at'
>

/** Every live policy issued since then, the last first. */
export const listWritten = (db: Db, since: Date, limit: number): Promise<Written[]> =>
  tables(db)
    .selectFrom('policies')
    .select(['policy_id', 'uid', 'policy_number', 'carrier_id', 'annual_price', 'issued_at'])
    .where('issued_at', '>=', since)
    .where('sandbox', '=', false)
    .orderBy('issued_at', 'desc')
    .limit(limit)
    .execute()

/** In whole dollars. */
export const writtenSince = async (db: Db, since: Date): Promise<{ count: number; premium: number }> => {
  const { count, premium } = await tables(db)
    .selectFrom('policies')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('annual_price').as('premium'),
    ])
    .where('issued_at', '>=', since)
    .where('sandbox', '=', false)
    .executeTakeFirstOrThrow()
  return { count, premium: Number(premium ?? 0) }
}

export const listDocumentsOf = (db: Db, policyId: string): Promise<PolicyDocumentRow[]> =>
  tables(db).selectFrom('policy_documents').selectAll().where('policy_id', '=', policyId).execute()

export const changeDocumentKind = async (db: Db, document_id: string, kind: string): Promise<void> => {
  await tables(db)
    .updateTable('policy_documents')
    .set({ kind })
    .where('document_id', '=', document_id)
    .execute()
}

export const listPolicyRows = (db: Db, uids: readonly string[]): Promise<PolicyRow[]> =>
  tables(db)
    .selectFrom('policies')
    .selectAll()
    .where('uid', 'in', uids)
    .orderBy('issued_at')
    .orderBy('policy_id')
    .execute()

type Owned = {
  owner: string
  lines: readonly string[]
  sandbox?: boolean | undefined
  uid?: string | undefined
  policy_id?: string | undefined
  where?: RawBuilder<boolean> | undefined
}

const NEWEST = { table: 'policies', by: ['issued_at', 'policy_id'], newestFirst: true } as const

export const listOwnedPolicies = (
  db: Db,
  { owner, lines, sandbox, uid, policy_id, where }: Owned,
  { after, limit }: PageAsked,
): Promise<{ policy_id: string; uid: string }[]> =>
  tables(db)
    .selectFrom('policies')
    .select(['policy_id', 'uid'])
    .where('uid', 'in', ({ selectFrom }) =>
      selectFrom('intakes')
        .select('uid')
        .where('owner', '=', owner)
        .where('line', 'in', lines)
        .$if(sandbox !== undefined, rows => rows.where('sandbox', '=', sandbox === true))
        .$if(where !== undefined, rows => rows.where(where ?? sql<boolean>`true`)),
    )
    .$if(uid !== undefined, rows => rows.where('uid', '=', String(uid)))
    .$if(policy_id !== undefined, rows => rows.where('policy_id', '=', String(policy_id)))
    .where(isAfter(NEWEST, after))
    .orderBy('issued_at', 'desc')
    .orderBy('policy_id', 'desc')
    .limit(limit)
    .execute()

export type DocumentName = Pick<PolicyDocumentRow, 'document_id' | 'policy_id' | 'kind' | 'filename'>

export const listPolicyDocumentNames = (db: Db, uids: readonly string[]): Promise<DocumentName[]> =>
  tables(db)
    .selectFrom('policy_documents')
    .innerJoin('policies', 'policies.policy_id', 'policy_documents.policy_id')
    .select(['document_id', 'policy_documents.policy_id', 'kind', 'filename'])
    .where('uid', 'in', uids)
    .orderBy('document_id')
    .execute()

/** The uid check keeps one intake from reading another's documents. */
export const findPolicyDocument = (
  db: Db,
  { uid, document_id }: { uid: string; document_id: string },
): Promise<PolicyDocumentRow | undefined> =>
  tables(db)
    .selectFrom('policy_documents')
    .innerJoin('policies', 'policies.policy_id', 'policy_documents.policy_id')
    .selectAll('policy_documents')
    .where('uid', '=', uid)
    .where('document_id', '=', document_id)
    .executeTakeFirst()

export const carrierOfPolicy = async (db: Db, policy_id: string): Promise<string | undefined> =>
  (
    await tables(db)
      .selectFrom('policies')
      .select('carrier_id')
      .where('policy_id', '=', policy_id)
      .executeTakeFirst()
  )?.carrier_id

export const replacePolicyFacts = async (db: Db, policy_id: string, facts: Buffer): Promise<void> => {
  await tables(db).updateTable('policies').set({ facts }).where('policy_id', '=', policy_id).execute()
}

export const replaceDocument = async (db: Db, document_id: string, content: Buffer): Promise<void> => {
  await tables(db)
    .updateTable('policy_documents')
    .set({ content })
    .where('document_id', '=', document_id)
    .execute()
}

export const listExpired = async (
  db: Db,
  { line, before }: { line: string; before: string },
  { after, limit }: { after: { uid: string } | null; limit: number },
): Promise<{ uid: string }[]> =>
  tables(db)
    .selectFrom('policies')
    .innerJoin('intakes', 'intakes.uid', 'policies.uid')
    .select('policies.uid')
    .where('intakes.line', '=', line)
    .where('intakes.erased_at', 'is', null)
    .where('policies.uid', '>', after?.uid ?? '')
    .where('policies.expiration_date', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('policies as later')
            .select('later.uid')
            .whereRef('later.uid', '=', 'policies.uid')
            .where('later.expiration_date', '>', before),
        ),
      ),
    )
    .groupBy('policies.uid')
    .orderBy('policies.uid')
    .limit(limit)
    .execute()
