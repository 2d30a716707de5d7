import Type, { type Static } from 'typebox'
import { type Anyone, operation } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { ACCESS_TOKEN_LIFETIME } from '../../../platform/key/access-token.ts'
import { KEY_LIFETIME } from '../../key/issue.ts'
import { lifetimeText, PATHS } from '../protocol/urls.ts'
import { startRegistration } from './claim.ts'
import { emailIn, missing, registrationId, started } from './schemas.ts'

export const credentialType = Type.Enum(['access_token', 'api_key'], {
  description: `access_token expires after ${lifetimeText(ACCESS_TOKEN_LIFETIME)}. api_key is an additional operator key and expires after ${lifetimeText(KEY_LIFETIME)}.`,
})

const AgentAuthRequest = Type.Object(
  {
    type: Type.Optional(
      Type.Enum(['identity_assertion', 'anonymous'], { description: 'anonymous is not supported.' }),
    ),
    email: Type.Optional(Type.String({ description: 'Alone, the same as the three fields of an email.' })),
    assertion_type: Type.Optional(Type.Enum(['verified_email'])),
    assertion: Type.Optional(
      Type.String({
        description: 'The email of the operator the agent acts for.',
        examples: ['ops@example.com'],
      }),
    ),
    requested_credential_type: Type.Optional(credentialType),
  },
  { $id: 'AgentAuthRequest', additionalProperties: false },
)

const AgentAuthResponse = Type.Object(
  { registration_id: registrationId, registration_type: Type.Enum(['email-verification']), ...started },
  { $id: 'AgentAuthResponse', additionalProperties: false },
)

export const auth = operation({
  id: 'registerAgent',
  summary: 'Register an agent by email (earlier version of the profile).',
  description:
    'Emails a code to the operator. Send the code to /agent/auth/claim, which returns the credential. New agents should use /agent/identity.',
  input: AgentAuthRequest,
  needsBody: true,
  output: AgentAuthResponse,
  async run(app, _caller: Anyone, input): Promise<Static<typeof AgentAuthResponse>> {
    const { type, email, requested_credential_type = 'access_token' } = input
    const { assertion_type = email && 'verified_email', assertion = email } = input
    if (type === 'anonymous') fail('anonymous_not_enabled')
    if (assertion_type === undefined) missing('assertion_type', 'verified_email, or send only email')
    const { row, claimToken, claim } = await startRegistration(app, {
      kind: 'email-verification',
      credential_type: requested_credential_type,
      email: emailIn('assertion', assertion ?? missing('assertion', 'the email of the operator')),
    })
    return {
      registration_id: row.registration_id,
      registration_type: 'email-verification',
      claim_url: `${app.config.publicUrl}${PATHS.authClaim}`,
      claim_token: claimToken,
      claim_token_expires: row.expires_at.toISOString(),
      post_claim_scopes: row.scopes,
      claim,
    }
  },
})
