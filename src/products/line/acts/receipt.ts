import type { JWK, JWTPayload } from 'jose'
import type { App } from '../../../platform/app.ts'
import { SIGNING_ALGORITHM, signToken } from '../../../platform/key/signing-key.ts'
import { type ConsentRow, consentsSince, type Proof, proofOf } from '../record/consent-store.ts'

const RECEIPT_TYPE = 'receipt+jwt'

/** Nothing that names a person: hashes, our own ids, and words that we wrote. */
type ReceiptAct = {
  id: string
  act: string
  state: ConsentRow['state']
  version: string
  words_sha256: string
  about_sha256: string
  by: string
  proof: Proof
  at: string
}

export type Receipt = JWTPayload & { iss: string; sub: string; iat: number; acts: ReceiptAct[] }

const actIn = (row: ConsentRow): ReceiptAct => ({
  id: row.consent_id,
  act: row.purpose,
  state: row.state,
  version: row.version,
  words_sha256: row.words_hash.toString('hex'),
  about_sha256: row.application_hash.toString('hex'),
  by: row.given_by,
  proof: proofOf(row),
  at: row.given_at.toISOString(),
})

/** Of every act on record, or of those since a call began. */
export const receiptOf = async (
  app: App,
  uid: string,
  since = new Date(0),
): Promise<{ receipt?: string }> => {
  const acts = (await consentsSince(app.db, { uid, since })).map(actIn)
  return acts.length === 0 ? {} : { receipt: await signToken(app, RECEIPT_TYPE, { sub: uid, acts }) }
}

/** Null if none of the keys signed exactly these words. Needs nothing but the keys. */
export const verifyReceipt = async (receipt: string, keys: readonly JWK[]): Promise<Receipt | null> => {
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify<Receipt>(receipt.trim(), createLocalJWKSet({ keys: [...keys] }), {
      typ: RECEIPT_TYPE,
      algorithms: [SIGNING_ALGORITHM],
    })
    return payload
  } catch {
    return null
  }
}

/** Ends of the names of acts. The page that checks a receipt in the browser takes the words from here. */
const ACTS: readonly [string, string][] = [
  ['credit_check', 'Authorized the credit check'],
  ['review', 'Read and confirmed the answers'],
  ['offer_choice', 'Chose the offer'],
  ['signature', 'Signed the application'],
  ['purchase_agreement', 'Agreed to the purchase'],
  ['purchase_attestation', 'Stated that the person wants to buy, and bought'],
  ['electronic_records', 'Agreed to electronic documents and signature'],
  ['notices', 'Read the notices'],
]

const PROOFS: Record<Proof, string> = {
  portal_session: 'the person, signed in with an emailed link or code',
  operator_attestation: 'a business stated that the person said so',
  assistant_attestation: 'the person’s assistant stated that they said so',
  link_holder: 'someone who opened the link',
}

export const receiptWords = { acts: ACTS, other: 'Agreed to a statement', proofs: PROOFS }

/** One line of each act, for people. */
export const receiptLines = ({ acts }: Receipt): string[] =>
  acts.map(({ act, at, proof, by, version, state }) => {
    const said = ACTS.find(([end]) => act.endsWith(end))?.[1] ?? receiptWords.other
    const offered = state === 'offered' ? ' before the application was complete, so it did not count' : ''
    return `${at}: ${said}${offered}, in the text of ${version}. Proof: ${PROOFS[proof]} (${by}).`
  })
