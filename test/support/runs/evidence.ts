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
export const evidenceOf = ({ databaseUrl }: Pick<TestService, 'databaseUrl'>, uid: string) =>
  query<Evidence>(
    databaseUrl,
    `select purpose, proof, state, version, given_at, sha256(words::bytea) = words_hash as hashed, address, user_agent
     from consents where uid = $1 order by given_at, ctid`,
    [uid],
  )
