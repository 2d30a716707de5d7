import Type from 'typebox'
import type { Endpoint } from '../../platform/http/operation.ts'
import { ACCESS_TOKEN_LIFETIME } from '../../platform/key/access-token.ts'
import { ALL_SCOPES } from './protocol/scopes.ts'
import { GRANT_TYPES, LIFETIMES, lifetimeText, PATHS } from './protocol/urls.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))
const scope = text(`Space-separated list of: ${ALL_SCOPES.join(', ')}. All of them by default.`)
const resource = text('The resource the token is for (RFC 8707): this service or its MCP endpoint.')

const TokenForm = Type.Object(
  {
    grant_type: Type.Enum(Object.values(GRANT_TYPES)),
    client_id: text('For authorization_code and refresh_token.'),
    client_secret: text(
      'For a client that has one. You can also send both in an Authorization: Basic header.',
    ),
    code: text(`For authorization_code. It works once and expires after ${lifetimeText(LIFETIMES.code)}.`),
    redirect_uri: text('For authorization_code: the same value you sent to /oauth2/authorize.'),
    code_verifier: text('For authorization_code: RFC 7636.'),
    refresh_token: text(
      'For refresh_token. It works once; the response holds the next one. Using one twice revokes the whole grant.',
    ),
    assertion: text(
      'For jwt-bearer: an identity assertion from this service, or an ID-JAG from a trusted issuer.',
    ),
    claim_token: text('For the claim grant: from /agent/identity.'),
    scope,
    resource,
  },
  { $id: 'OAuthTokenRequest' },
)

const TokenResponse = Type.Object(
  {
    access_token: Type.String({
      description: `Send it as Authorization: Bearer. It expires after ${lifetimeText(ACCESS_TOKEN_LIFETIME)}.`,
    }),
    token_type: Type.Enum(['Bearer']),
    expires_in: Type.Integer(),
    scope: Type.String(),
    refresh_token: text(`Works once and expires after ${lifetimeText(LIFETIMES.refreshToken)}.`),
    identity_assertion: text('With the claim grant. Exchange it for more access tokens.'),
    assertion_expires: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { $id: 'OAuthTokenResponse' },
)

const example = (description: string, value: string) => Type.String({ description, examples: [value] })

const AuthorizeQuery = Type.Object({
  response_type: Type.Enum(['code'], { description: 'Always code.', examples: ['code'] }),
  client_id: example(
    'From the registration of the client, or the https address of its metadata document.',
    'cli_example',
  ),
  redirect_uri: example('One of the registered redirect_uris.', 'https://app.example/callback'),
  code_challenge: example(
    'RFC 7636: the SHA-256 of code_verifier, in base64url.',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ),
  code_challenge_method: Type.Enum(['S256'], { description: 'Always S256.', examples: ['S256'] }),
  state: text('Comes back unchanged with the code.'),
  scope,
  resource,
})

const RevokeForm = Type.Object(
  {
    token: Type.String({ description: 'An access token or a refresh token.' }),
    token_type_hint: text('access_token or refresh_token.'),
    client_id: text('The client the token was issued to. Agents without a client omit it.'),
  },
  { $id: 'OAuthRevocationRequest' },
)

const ClientMetadata = Type.Object(
  {
    client_name: text('The name the operator sees.'),
    redirect_uris: Type.Array(Type.String({ format: 'uri' }), {
      minItems: 1,
      description: 'HTTPS URLs, loopback URLs, or the private scheme of a native app.',
    }),
    token_endpoint_auth_method: Type.Optional(
      Type.Enum(['none', 'client_secret_basic', 'client_secret_post'], {
        description: 'Use none for a client that cannot keep a secret.',
      }),
    ),
    grant_types: Type.Optional(Type.Array(Type.Enum([GRANT_TYPES.code, GRANT_TYPES.refresh]))),
    response_types: Type.Optional(Type.Array(Type.Enum(['code']))),
    scope: text(`What the client may ask for: some of ${ALL_SCOPES.join(' ')}. All of them when left out.`),
  },
  { $id: 'OAuthClientMetadata', description: 'RFC 7591. Other members are optional.' },
)

const ClientInformation = Type.Object(
  {
    ...ClientMetadata.properties,
    client_id: Type.String(),
    client_id_issued_at: Type.Integer(),
    client_secret: text('Only for clients that requested one. Shown once.'),
    client_secret_expires_at: Type.Optional(Type.Integer({ description: '0 means it never expires.' })),
  },
  {
    $id: 'OAuthClientInformation',
    additionalProperties: true,
    description: 'The registered metadata, including defaults.',
  },
)

const OAuthErrorResponse = Type.Object(
  {
    error: Type.String({ description: 'An error code from RFC 6749, 7009, 7591, or 8628.' }),
    error_description: text('What went wrong and what to do next.'),
  },
  { $id: 'OAuthErrorResponse' },
)

const refused = (description: string) => ({ description, schema: OAuthErrorResponse })
const common = {
  413: refused('The body is larger than 48 KiB.'),
  429: refused('Too many calls from one IP address. Wait Retry-After seconds.'),
  503: refused('Temporarily unavailable. Retry after Retry-After seconds.'),
}

const FORM = 'application/x-www-form-urlencoded'
const place = { surface: 'full', tag: 'oauth' } as const

export const oauthEndpoints: readonly Endpoint[] = [
  {
    ...place,
    path: PATHS.authorize,
    id: 'authorize',
    summary: 'Open in the operator’s browser: they sign in by email and approve the client.',
    description: `The browser then returns to redirect_uri with code and state, or with error. Exchange the code for tokens within ${lifetimeText(LIFETIMES.code)}.`,
    query: AuthorizeQuery,
    answers: {
      303: { description: 'To the sign-in page, or back to redirect_uri.' },
      400: { description: 'A page that says what is wrong with the request.', isPage: true },
      429: { description: 'Too many calls from one IP address. Wait Retry-After seconds.', isPage: true },
    },
  },
  {
    ...place,
    path: PATHS.token,
    id: 'token',
    summary: 'Exchange a code, a refresh token, an assertion, or a claim for an access token.',
    description:
      'While the person has not decided about a claim, the error is authorization_pending, or slow_down if you poll too often. After that it is expired_token or access_denied.',
    body: { type: FORM, schema: TokenForm },
    answers: {
      200: { description: 'The tokens.', schema: TokenResponse },
      400: refused('The grant is invalid, or not approved yet.'),
      401: refused('The client is unknown or its secret is wrong.'),
      ...common,
    },
  },
  {
    ...place,
    path: PATHS.revoke,
    id: 'revokeToken',
    summary: 'Revoke a token and its whole grant (RFC 7009).',
    body: { type: FORM, schema: RevokeForm },
    answers: {
      200: { description: 'Revoked. Also returned for an unknown token.' },
      400: refused('The request is invalid.'),
      401: refused('The client is unknown or its secret is wrong.'),
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
      400: refused('The metadata is invalid.'),
      ...common,
    },
  },
]
