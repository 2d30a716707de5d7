import Type, { type Static } from 'typebox'
import { type Anyone, type App, operation } from '../../app.ts'
import { issueFurtherKey } from '../../key/further-key.ts'
import type { OperatorRow } from '../../key/store.ts'
import { onlyScopes } from '../protocol/scopes.ts'
import { type RegistrationRow, revokeRegistration } from '../tokens/registration-store.ts'
import { credentialType } from './auth.ts'
import { mail, nextStep, prove } from './claim-steps.ts'
import { claimToken, moment, optional, otp, registrationId, scopeList, started } from './schemas.ts'
import { issueRegistrationToken } from './token.ts'

const AgentAuthClaimRequest = Type.Object(
  {
    claim_token: claimToken,
    email: Type.Optional(
      Type.String({
        description:
          'Mails a new code and link to this email, which may be another one. The link before stops working.',
      }),
    ),
    otp,
  },
  { $id: 'AgentAuthClaimRequest', additionalProperties: false },
)

const AgentAuthClaimResponse = Type.Object(
  {
    registration_id: registrationId,
    status: Type.Enum(['initiated', 'claimed'], { description: 'initiated: a code was mailed.' }),
    ...optional({
      claim_token_expires: started.claim_token_expires,
      claim: started.claim,
      credential_type: credentialType,
      credential: Type.String({ description: 'Send it as Authorization: Bearer. Shown this once.' }),
      credential_expires: moment('When the credential stops working.'),
      scopes: scopeList('What the credential is good for.'),
    }),
  },
  { $id: 'AgentAuthClaimResponse', additionalProperties: false },
)

const credentialFor = async (app: App, row: RegistrationRow, operator: OperatorRow) => {
  if (row.credential_type === 'api_key') {
    const { api_key, expires_at } = await issueFurtherKey(app, operator)
    // The key is all that was asked for, and ends by itself: the claim_token gives nothing more.
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
  summary: 'Trade the mailed code for a credential, or have the code mailed again.',
  description:
    'With otp the registration is claimed and its credential returned. An api_key is a further key of the operator: it replaces none, and there are at most five. Five wrong codes, then 429.',
  input: AgentAuthClaimRequest,
  output: AgentAuthClaimResponse,
  failures: [401, 409],
  prepare: (app, caller: Anyone, input) =>
    nextStep(app, caller, { ...input, named: { path: 'email', value: input.email } }),
  async run(app, _caller: Anyone, _input, step): Promise<Static<typeof AgentAuthClaimResponse>> {
    if (step.kind === 'mail') return mail(app, step)
    const { operator } = await prove(app, step)
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
