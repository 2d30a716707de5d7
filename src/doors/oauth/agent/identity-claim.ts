import Type, { type Static } from 'typebox'
import { type Anyone, operation } from '../../../platform/app.ts'
import { optional } from '../../../products/line/fields/intake-schema.ts'
import { onlyScopes } from '../protocol/scopes.ts'
import { emailNewCode, nextClaimStep, redeemClaimCode } from './claim-steps.ts'
import { assertionFor } from './registration.ts'
import { asserted, claimToken, otp, registrationId, started } from './schemas.ts'

const AgentIdentityClaimRequest = Type.Object(
  {
    claim_token: claimToken,
    login_hint: Type.Optional(
      Type.String({
        description:
          'Sends a new code and link to this email, which may be a different one. The previous link and user_code stop working.',
      }),
    ),
    otp,
  },
  { $id: 'AgentIdentityClaimRequest', additionalProperties: false },
)

const AgentIdentityClaimResponse = Type.Object(
  {
    registration_id: registrationId,
    status: Type.Enum(['initiated', 'claimed'], { description: 'initiated: we emailed a code.' }),
    ...optional({ claim_token_expires: started.claim_token_expires, claim: started.claim }),
    ...optional(asserted),
  },
  { $id: 'AgentIdentityClaimResponse', additionalProperties: false },
)

export const identityClaim = operation({
  id: 'claimAgentIdentity',
  summary: 'Finish a registration with the emailed code, or request a new code.',
  description:
    'Send otp to claim the registration and get its identity assertion. Send login_hint to get a new code by email. After five wrong codes the response is 429.',
  input: AgentIdentityClaimRequest,
  output: AgentIdentityClaimResponse,
  failures: [401, 409],
  prepare: (app, caller: Anyone, input) =>
    nextClaimStep(app, caller, { ...input, named: { path: 'login_hint', value: input.login_hint } }),
  async run(app, _caller: Anyone, _input, step): Promise<Static<typeof AgentIdentityClaimResponse>> {
    if (step.kind === 'email_new_code') return emailNewCode(app, step)
    const { expiresAt } = await redeemClaimCode(app, step)
    const { registration_id, scopes } = step.registration
    return {
      registration_id,
      status: 'claimed',
      ...(await assertionFor(app, { registration_id, scopes, expires_at: expiresAt })),
      scopes: onlyScopes(scopes),
    }
  },
})
