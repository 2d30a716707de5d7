import Type from 'typebox'
import { fail } from '../../errors.ts'
import { parseEmail } from '../../lib/email-address.ts'
import { ALL_SCOPES } from '../protocol/scopes.ts'

/** Parts of what agents send and get, under the names that the agent-auth profile gives them. */

export const scopeList = (description: string) => Type.Array(Type.Enum(ALL_SCOPES), { description })

export const registrationId = Type.String({ description: 'Names this registration.' })

export const claimToken = Type.String({
  description: 'Keep it in memory while the person decides; shown this once.',
  examples: ['clm_0123456789ABCDEFabcdef0123456789'],
})

export const otp = Type.Optional(
  Type.String({ description: 'The six digits that were mailed to the person.', examples: ['482913'] }),
)

export const Claim = Type.Object(
  {
    user_code: Type.String({
      description: 'Show it to the person, who types it on the page behind the mailed link.',
    }),
    verification_uri: Type.String({ format: 'uri', description: 'Where the person reads how to decide.' }),
    expires_in: Type.Integer({ description: 'Seconds until the request ends.' }),
    interval: Type.Integer({ description: 'Seconds to wait between two polls of the claim grant.' }),
  },
  {
    $id: 'AgentClaim',
    additionalProperties: false,
    description: 'The person decides with a code or on a page.',
  },
)

export const started = {
  claim_url: Type.String({ format: 'uri', description: 'Where the code is sent, or asked for again.' }),
  claim_token: claimToken,
  claim_token_expires: Type.String({ format: 'date-time' }),
  post_claim_scopes: scopeList('What the agent may do once the person has agreed.'),
  claim: Claim,
}

export const moment = (description: string) => Type.String({ format: 'date-time', description })

export const asserted = {
  identity_assertion: Type.String({
    description: 'Trade it for an access token at POST /oauth2/token, as often as needed until it expires.',
  }),
  assertion_expires: moment('When the assertion stops working.'),
  scopes: scopeList('What the agent may do.'),
}

/** All of them may be missing: which come depends on what was asked. */
export const optional = <T extends Record<string, Type.TSchema>>(properties: T) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: Type.TOptional<T[K]>
  }

export const emailIn = (path: string, text: string): string =>
  parseEmail(text) ??
  fail('invalid_email', {
    fields: [{ path, code: 'bad_email', expected: 'name@example.com' }],
  })

export const missing = (path: string, expected: string): never =>
  fail('invalid_request', { fields: [{ path, code: 'required', expected }] })
