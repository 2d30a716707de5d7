import Type, { type Static } from 'typebox'
import { type Anyone, operation } from '../../app.ts'
import { onlyScopes } from '../protocol/scopes.ts'
import { mail, nextStep, prove } from './claim-steps.ts'
import { assertionFor } from './registration.ts'
import { asserted, claimToken, optional, otp, registrationId, started } from './schemas.ts'

const AgentIdentityClaimRequest = Type.Object(
  {
    claim_token: claimToken,
    login_hint: Type.Optional(
      Type.String({
        description:
          'Mails a new code and link to this email, which may be another one. The link before stops working.',
      }),
    ),
    otp,
  },
  { $id: 'AgentIdentityClaimRequest', additionalProperties: false },
)

const AgentIdentityClaimResponse = Type.Object(
  {
    registration_id: registrationId,
    status: Type.Enum(['initiated', 'claimed'], { description: 'initiated: a code was mailed.' }),
    ...optional({ claim_token_expires: started.claim_token_expires, claim: started.claim }),
    ...optional(asserted),
  },
  { $id: 'AgentIdentityClaimResponse', additionalProperties: false },
)

export const identityClaim = operation({
  id: 'claimAgentIdentity',
  summary: 'Finish a registration with the mailed code, or have the code mailed again.',
  description:
    'With otp the registration is claimed and its identity assertion returned. With login_hint a new code is mailed. Five wrong codes, then 429.',
  input: AgentIdentityClaimRequest,
  output: AgentIdentityClaimResponse,
  failures: [401, 409],
  prepare: (app, caller: Anyone, input) =>
    nextStep(app, caller, { ...input, named: { path: 'login_hint', value: input.login_hint } }),
  async run(app, _caller: Anyone, _input, step): Promise<Static<typeof AgentIdentityClaimResponse>> {
    if (step.kind === 'mail') return mail(app, step)
    const { expiresAt } = await prove(app, step)
    const { registration_id, scopes } = step.registration
    return {
      registration_id,
      status: 'claimed',
      ...(await assertionFor(app, { registration_id, scopes, expires_at: expiresAt })),
      scopes: onlyScopes(scopes),
    }
  },
})
