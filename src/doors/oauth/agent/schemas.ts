import Type from 'typebox'
import { fail } from '../../../platform/errors.ts'
import { parseEmail } from '../../../platform/lib/email-address.ts'
import { ALL_SCOPES } from '../protocol/scopes.ts'

export const scopeList = (description: string) => Type.Array(Type.Enum(ALL_SCOPES), { description })

export const registrationId = Type.String({ description: 'Identifies this registration.' })

export const claimToken = Type.String({
  description: 'From the registration, once. Keep it in memory while the person decides.',
  examples: ['clm_0123456789ABCDEFabcdef0123456789'],
})

export const otp = Type.Optional(
  Type.String({ description: 'The six-digit code we emailed to the person.', examples: ['482913'] }),
)

const AgentClaim = Type.Object(
  {
    user_code: Type.String({
      description: 'Show it to the person, who enters it on the page linked in the email.',
    }),
    verification_uri: Type.String({
      format: 'uri',
      description: 'A page that tells the person how to approve.',
    }),
    expires_in: Type.Integer({ description: 'Seconds until the request expires.' }),
    interval: Type.Integer({ description: 'Seconds to wait between polls of the claim grant.' }),
  },
  {
    $id: 'AgentClaim',
    additionalProperties: false,
    description: 'The person approves with a code or on a page.',
  },
)

export const started = {
  claim_url: Type.String({ format: 'uri', description: 'Where to send the code or request a new one.' }),
  claim_token: claimToken,
  claim_token_expires: Type.String({ format: 'date-time' }),
  post_claim_scopes: scopeList('What the agent can do once the person agrees.'),
  claim: AgentClaim,
}

export const dateTime = (description: string) => Type.String({ format: 'date-time', description })

export const asserted = {
  identity_assertion: Type.String({
    description:
      'Exchange it for access tokens at POST /oauth2/token, as often as you need until it expires.',
  }),
  assertion_expires: dateTime('When the assertion expires.'),
  scopes: scopeList('What the agent can do.'),
}

export const emailIn = (path: string, text: string): string =>
  parseEmail(text) ??
  fail('invalid_email', {
    fields: [{ path, code: 'bad_email', expected: 'name@example.com' }],
  })

export const missing = (path: string, expected: string): never =>
  fail('invalid_request', { fields: [{ path, code: 'required', expected }] })
