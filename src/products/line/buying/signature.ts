import type { Signature } from '../../../agency/carriers/contract/bind.ts'
import type { App } from '../../../platform/app.ts'
import { isSharedScope } from '../../../platform/key/guard.ts'
import { findOperator } from '../../../platform/key/store.ts'
import { type ConsentRow, findConsent, proofOf } from '../record/consent-store.ts'
import { need } from './order-facts.ts'

const ASSISTANT = 'the insured’s assistant'
export const UNNAMED_OPERATOR = 'the business that applied for the insured'

const attestedBy = async (app: App, row: ConsentRow): Promise<string> => {
  const { given_by } = row
  if (proofOf(row) === 'assistant_attestation') return ASSISTANT
  if (isSharedScope(given_by)) return app.config.agency.name
  const operator = await findOperator(app.db, given_by)
  return operator?.organization_name ?? operator?.referral_source_name ?? UNNAMED_OPERATOR
}

export const signatureBehind = async (
  app: App,
  consent_id: string,
  { signed_name, sandbox }: { signed_name: string | undefined; sandbox: boolean },
): Promise<Signature> => {
  const row = need(await findConsent(app.db, consent_id), 'evidence')
  const { version: statement_version, given_at } = row
  const proof = proofOf(row)
  if (proof === 'link_holder')
    throw new Error(`${consent_id} was given by someone unknown, so it signs nothing.`)
  const at = given_at.toISOString()
  const mark = sandbox ? { sandbox } : {}
  if (proof !== 'portal_session')
    return {
      kind: proof,
      attested_by: await attestedBy(app, row),
      attested_at: at,
      statement_version,
      ...mark,
    }
  return {
    kind: 'person',
    signed_name: need(signed_name, 'signed_name'),
    signed_at: at,
    proof,
    statement_version,
    ...mark,
  }
}
