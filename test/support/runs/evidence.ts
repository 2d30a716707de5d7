import { findGivenConsent } from '../../../src/products/line/record/consent.ts'
import { query } from '../database/database.ts'
import type { TestService } from '../servers/service.ts'

export type Evidence = {
  purpose: string
  proof: string | null
  state: string
  version: string
  given_at: Date
  hashed: boolean
  address: string
  user_agent: string
}

/** The consents and confirmations on record, as they are stored. */
export const evidenceOf = async (
  { databaseUrl, app }: Pick<TestService, 'databaseUrl' | 'app'>,
  uid: string,
): Promise<Evidence[]> => {
  const rows = await query<Omit<Evidence, 'address'> & { consent_id: string }>(
    databaseUrl,
    `select consent_id, purpose, proof, state, version, given_at, sha256(words::bytea) = words_hash as hashed, user_agent
     from consents where uid = $1 order by given_at, ctid`,
    [uid],
  )
  return Promise.all(
    rows.map(async ({ consent_id, ...row }) => ({
      ...row,
      address: (await findGivenConsent(app, consent_id))?.address ?? '',
    })),
  )
}
