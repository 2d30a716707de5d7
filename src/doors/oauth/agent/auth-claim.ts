import Type, { type Static } from 'typebox'
import { type Anyone, type App, operation } from '../../../platform/app.ts'
import type { OperatorRow } from '../../../platform/key/store.ts'
import { optional } from '../../../products/line/fields/intake-schema.ts'
import { issueFurtherKey } from '../../key/issue.ts'
import { onlyScopes } from '../protocol/scopes.ts'
import { type RegistrationRow, revokeRegistration } from '../tokens/registration-store.ts'
import { credentialType } from './auth.ts'
import { emailNewCode, nextClaimStep, redeemClaimCode } from './claim-steps.ts'
import { claimToken, dateTime, otp, registrationId, scopeList, started } from './schemas.ts'
import { issueRegistrationToken } from './token.ts'

const AgentAuthClaimRequest = Type.Object(
  {
    claim_token: claimToken,
    email: Type.Optional(
      Type.String({
        description:
          'Sends a new code and link to this email, which may be a different one. The previous link and user_code stop working.',
      }),
    ),
    otp,
  },
  { $id: 'AgentAuthClaimRequest', additionalProperties: false },
)

const AgentAuthClaimResponse = Type.Object(
  {
    registration_id: registrationId,
    status: Type.Enum(['initiated', 'claimed'], { description: 'initiated: we emailed a code.' }),
    ...optional({
      claim_token_expires: started.claim_token_expires,
      claim: started.claim,
      credential_type: credentialType,
      credential: Type.String({ description: 'Send it as Authorization: Bearer. Shown once.' }),
      credential_expires: dateTime('When the credential expires.'),
      scopes: scopeList('What the credential can do.'),
    }),
  },
  { $id: 'AgentAuthClaimResponse', additionalProperties: false },
)

const credentialFor = async (app: App, row: RegistrationRow, operator: OperatorRow) => {
  if (row.credential_type === 'api_key') {
    const { api_key, expires_at } = await issueFurtherKey(app, operator)
    // The key stands alone, so the claim_token must not yield anything else.
    await revokeRegistration(app.db, row.registration_id)
    return { credential: api_key, credential_expires: expires_at }
  }
  const { token, expiresAt } = await issueRegistrationToken(app, {
    ...row,
    operator_uid: operator.operator_uid,
  })
  return { credential: token, credential_expires: expiresAt.toISOString() }
}

export const authClaim = operation({
  id: 'claimAgent',
  summary: 'Exchange the emailed code for a credential, or request a new code.',
  description:
    'Send otp to claim the registration and get its credential. An api_key is an additional operator key: it replaces none, and an operator can have five. After five wrong codes the response is 429.',
  input: AgentAuthClaimRequest,
  output: AgentAuthClaimResponse,
  failures: [401, 409],
  prepare: (app, caller: Anyone, input) =>
    nextClaimStep(app, caller, { ...input, named: { path: 'email', value: input.email } }),
  async run(app, _caller: Anyone, _input, step): Promise<Static<typeof AgentAuthClaimResponse>> {
    if (step.kind === 'email_new_code') return emailNewCode(app, step)
    const { operator } = await redeemClaimCode(app, step)
    const { registration_id, credential_type, scopes } = step.registration
    return {
      registration_id,
      status: 'claimed',
      credential_type,
      ...(await credentialFor(app, step.registration, operator)),
      scopes: onlyScopes(scopes),
    }
  },
})
