import Type from 'typebox'
import type { Endpoint } from '../http/endpoint.ts'
import { ALL_SCOPES } from './protocol/scopes.ts'
import { GRANT_TYPES, PATHS } from './protocol/urls.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))
const scope = text(`Some of: ${ALL_SCOPES.join(' ')}, with spaces between. All of them when left out.`)
const resource = text('What the token is for (RFC 8707): this service or its MCP endpoint.')

const TokenForm = Type.Object(
  {
    grant_type: Type.Enum(Object.values(GRANT_TYPES)),
    client_id: text('For authorization_code and refresh_token.'),
    client_secret: text('Of a client that has one; or send both in an Authorization: Basic header.'),
    code: text('For authorization_code: good once, for a minute.'),
    redirect_uri: text('For authorization_code: as it was sent to /oauth2/authorize.'),
    code_verifier: text('For authorization_code: RFC 7636.'),
    refresh_token: text(
      'For refresh_token: good once; the answer holds the next. Using one twice ends all of them.',
    ),
    assertion: text(
      'For jwt-bearer: an identity assertion of this service, or an ID-JAG of an issuer it trusts.',
    ),
    claim_token: text('For the claim grant: from /agent/identity.'),
    scope,
    resource,
  },
  { $id: 'OAuthTokenRequest' },
)

const TokenResponse = Type.Object(
  {
    access_token: Type.String({ description: 'Send it as Authorization: Bearer. Good for an hour.' }),
    token_type: Type.Enum(['Bearer']),
    expires_in: Type.Integer(),
    scope: Type.String(),
    refresh_token: text('Good for 30 days, once.'),
    identity_assertion: text('With the claim grant: trade it for further access tokens.'),
    assertion_expires: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { $id: 'OAuthTokenResponse' },
)

const RevokeForm = Type.Object(
  {
    token: Type.String({ description: 'An access token or a refresh token.' }),
    token_type_hint: text('access_token or refresh_token.'),
    client_id: text('Of the client that the token was issued to. Agents that are no client leave it out.'),
  },
  { $id: 'OAuthRevocationRequest' },
)

const ClientMetadata = Type.Object(
  {
    client_name: text('What the operator is shown.'),
    redirect_uris: Type.Array(Type.String({ format: 'uri' }), {
      minItems: 1,
      description: 'https addresses, loopback addresses, or a scheme of an app on a device.',
    }),
    token_endpoint_auth_method: Type.Optional(
      Type.Enum(['none', 'client_secret_basic', 'client_secret_post'], {
        description: 'none for a client that cannot keep a secret.',
      }),
    ),
    grant_types: Type.Optional(Type.Array(Type.Enum([GRANT_TYPES.code, GRANT_TYPES.refresh]))),
    response_types: Type.Optional(Type.Array(Type.Enum(['code']))),
    scope: text(`What the client may ask for: some of ${ALL_SCOPES.join(' ')}. All of them when left out.`),
  },
  { $id: 'OAuthClientMetadata', description: 'RFC 7591; further members are taken or left.' },
)

const ClientInformation = Type.Object(
  {
    ...ClientMetadata.properties,
    client_id: Type.String(),
    client_id_issued_at: Type.Integer(),
    client_secret: text('Only of clients that asked for one. Shown this once.'),
    client_secret_expires_at: Type.Optional(Type.Integer({ description: '0: never.' })),
  },
  {
    $id: 'OAuthClientInformation',
    additionalProperties: true,
    description: 'The metadata as registered, with what was filled in.',
  },
)

export const OAuthErrorResponse = Type.Object(
  {
    error: Type.String({ description: 'As RFC 6749, 7009, 7591 and 8628 name it.' }),
    error_description: text('What went wrong and what to do next.'),
  },
  { $id: 'OAuthErrorResponse' },
)

const refused = (description: string) => ({ description, schema: OAuthErrorResponse })
const common = {
  429: refused('Too many calls from one address. Wait Retry-After seconds.'),
  503: refused('Not ready right now. Try again after Retry-After seconds.'),
}

const FORM = 'application/x-www-form-urlencoded'
const place = { surface: 'full', tag: 'oauth' } as const

/** The OAuth endpoints that clients call; the one for browsers stands in the security scheme. */
export const oauthEndpoints: readonly Endpoint[] = [
  {
    ...place,
    path: PATHS.token,
    id: 'token',
    summary: 'Trade a code, a refresh token, an assertion or a claim for an access token.',
    description:
      'While a claim waits for the person the error is authorization_pending, or slow_down when polls come too fast; later expired_token or access_denied.',
    body: { type: FORM, schema: TokenForm },
    answers: {
      200: { description: 'The tokens.', schema: TokenResponse },
      400: refused('The grant is not good, or not yet.'),
      401: refused('The client is not known, or its secret is wrong.'),
      ...common,
    },
  },
  {
    ...place,
    path: PATHS.revoke,
    id: 'revokeToken',
    summary: 'End a token and all that was granted with it (RFC 7009).',
    body: { type: FORM, schema: RevokeForm },
    answers: {
      200: { description: 'It is not good any more, if it ever was.' },
      400: refused('The request is not valid.'),
      401: refused('The client is not known, or its secret is wrong.'),
      ...common,
    },
  },
  {
    ...place,
    path: PATHS.register,
    id: 'registerClient',
    summary: 'Register a client (RFC 7591).',
    body: { type: 'application/json', schema: ClientMetadata },
    answers: {
      201: { description: 'Registered.', schema: ClientInformation },
      400: refused('The metadata is not valid.'),
      ...common,
    },
  },
]
