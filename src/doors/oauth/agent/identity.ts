import Type, { type Static } from 'typebox'
import { type Anyone, type App, operation } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { optional } from '../../../products/line/fields/intake-schema.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { ID_JAG, PATHS } from '../protocol/urls.ts'
import { startRegistration } from './claim.ts'
import { spendAssertion, type VerifiedAssertion, verifyIdJag } from './id-jag.ts'
import { assertionFor, registerIntroduced } from './registration.ts'
import { asserted, emailIn, missing, registrationId, started } from './schemas.ts'

const AgentIdentityRequest = Type.Object(
  {
    type: Type.Optional(
      Type.Enum(['service_auth', 'identity_assertion', 'anonymous'], {
        description:
          'service_auth, the default: the person verifies an email. identity_assertion: a trusted issuer vouches for the person. anonymous is not supported.',
      }),
    ),
    email: Type.Optional(Type.String({ description: 'Another name for login_hint.' })),
    login_hint: Type.Optional(
      Type.String({
        description: 'For service_auth: the email of the operator the agent acts for.',
        examples: ['ops@example.com'],
      }),
    ),
    assertion_type: Type.Optional(Type.Enum([ID_JAG], { description: 'For identity_assertion.' })),
    assertion: Type.Optional(
      Type.String({ maxLength: 16_384, description: 'For identity_assertion: the ID-JAG, a signed JWT.' }),
    ),
  },
  { $id: 'AgentIdentityRequest', additionalProperties: false },
)
type Input = Static<typeof AgentIdentityRequest>

const AgentIdentityResponse = Type.Object(
  {
    registration_id: registrationId,
    registration_type: Type.Enum(['service_auth', 'identity_assertion']),
    ...optional(started),
    ...optional(asserted),
  },
  { $id: 'AgentIdentityResponse', additionalProperties: false },
)
type Response = Static<typeof AgentIdentityResponse>

const asFailures = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return fail('invalid_assertion', { message: error.message })
  }
}

const checked = async (app: App, { type, assertion_type, assertion }: Input) => {
  if (type === 'anonymous') fail('anonymous_not_enabled')
  if (type !== 'identity_assertion') return null
  if (assertion_type === undefined) missing('assertion_type', ID_JAG)
  return asFailures(verifyIdJag(app, assertion ?? missing('assertion', 'an ID-JAG')))
}

const introduce = async (app: App, assertion: VerifiedAssertion): Promise<Response> => {
  await asFailures(spendAssertion(app, assertion))
  const row = await registerIntroduced(app, assertion)
  return {
    registration_id: row.registration_id,
    registration_type: 'identity_assertion',
    ...(await assertionFor(app, row)),
    scopes: assertion.scopes,
  }
}

const askPerson = async (app: App, email: string): Promise<Response> => {
  const { row, claimToken, claim } = await startRegistration(app, {
    kind: 'service_auth',
    credential_type: 'access_token',
    email,
  })
  return {
    registration_id: row.registration_id,
    registration_type: 'service_auth',
    claim_url: `${app.config.publicUrl}${PATHS.identityClaim}`,
    claim_token: claimToken,
    claim_token_expires: row.expires_at.toISOString(),
    post_claim_scopes: row.scopes,
    claim,
  }
}

export const identity = operation({
  id: 'registerAgentIdentity',
  summary: 'Register an agent that acts for an operator.',
  description:
    'With service_auth, we email the operator a code and a link, and the response holds a claim_token. Send the code to /agent/identity/claim, or poll /oauth2/token with the claim grant while the person decides on the page. With identity_assertion, an ID-JAG from a trusted issuer is exchanged for an identity assertion right away.',
  input: AgentIdentityRequest,
  needsBody: true,
  output: AgentIdentityResponse,
  prepare: (app, _caller: Anyone, input) => checked(app, input),
  run: (app, _caller: Anyone, { email, login_hint = email }, assertion): Promise<Response> =>
    assertion
      ? introduce(app, assertion)
      : askPerson(
          app,
          emailIn('login_hint', login_hint ?? missing('login_hint', 'the email of the operator')),
        ),
})
