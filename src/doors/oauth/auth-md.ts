import type { App } from '../../platform/app.ts'
import { type DocumentRow, MARKDOWN } from '../../platform/http/pages/document.ts'
import { ACCESS_TOKEN_LIFETIME } from '../../platform/key/access-token.ts'
import { DAY, MINUTE } from '../../platform/lib/clock.ts'
import { KEY_LIFETIME, MOST_FURTHER_KEYS } from '../key/issue.ts'
import { SCOPES } from './protocol/scopes.ts'
import { GRANT_TYPES, ID_JAG, LIFETIMES, lifetimeText, PATHS, POLL_SECONDS } from './protocol/urls.ts'

const minutes = (milliseconds: number): string => `${milliseconds / MINUTE} minutes`

const post = (url: string, body: object): string =>
  ['```http', `POST ${url}`, 'Content-Type: application/json', '', JSON.stringify(body, null, 2), '```'].join(
    '\n',
  )

const form = (url: string, fields: Record<string, string>): string =>
  [
    '```http',
    `POST ${url}`,
    'Content-Type: application/x-www-form-urlencoded',
    '',
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
    '```',
  ].join('\n')

const REDIRECT_URI = 'https://quotes.example/callback'

const issuersText = (issuers: readonly string[]): string =>
  issuers.length === 0
    ? 'No issuers are trusted right now, so use service_auth.'
    : `Trusted issuers: ${issuers.join(', ')}.`

const guide = ({ publicUrl, idJagIssuers }: App['config']): string => {
  const at = (path: string): string => `${publicUrl}${path}`
  const example = post(at('/api/agent/calculators/umbrella'), { zip: '94110' }).replace(
    'Content-Type',
    'Authorization: Bearer ACCESS_TOKEN\nContent-Type',
  )
  return `# Getting a credential for Bindery

You are an agent that works for an **operator**: a business that buys umbrella and homeowners insurance for its customers. You need a credential that the operator approves. A personal assistant that shops for its own user needs no credential: use ${at('/api/consumer')} and never ask the shopper for one.

Follow the steps in order. Each response says what to do next. On an error, read \`message\` (or \`error_description\` under /oauth2) before you retry.

## 1. Choose a method

| You have | Method | You get |
|---|---|---|
| the operator’s email, and a person who can read it | **service_auth** (step 2) | access tokens that last ${minutes(ACCESS_TOKEN_LIFETIME)} each, as many as you need for ${minutes(LIFETIMES.assertion)} |
| an ID-JAG issued for this service | **identity_assertion** (step 3) | the same, without asking a person |
| a browser and a redirect URL | **OAuth** (step 6) | an access token and a refresh token |
| a server that can keep a long-lived secret | **operator key**: POST ${at('/api/agent/key/request')} {"email"}, then POST ${at('/api/agent/key/confirm')} {"email", "otp"} | a key that lasts ${lifetimeText(KEY_LIFETIME)}. **It replaces the operator’s current key, which stops at once.** For an additional key, send the current one to POST ${at('/api/agent/keys')} |

You get all of these scopes. With OAuth (step 6) you can request fewer:

${Object.entries(SCOPES)
  .map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)
  .join('\n')}

## 2. service_auth: the operator verifies an email

Ask the person for the operator’s email. Never use a customer’s email.

${post(at(PATHS.identity), { type: 'service_auth', login_hint: 'ops@example.com' })}

The response holds \`claim_token\` (keep it in memory; it expires after ${minutes(LIFETIMES.claim)}) and \`claim.user_code\`. We email the person a six-digit code and a link. Say: "I asked Bindery for access. Tell me the six-digit code from the email, or open its link and enter this code there: \`user_code\`."

**If the person tells you the six digits:**

${post(at(PATHS.identityClaim), { claim_token: 'clm_…', otp: '482913' })}

The response holds \`identity_assertion\`. Continue with step 4. A wrong code is 401 \`invalid_otp\`: ask again, up to five times. No email? Send \`{"claim_token", "login_hint"}\` to the same URL. We send a new code and link to that email, and the response holds a new \`claim.user_code\`: the previous link and \`user_code\` stop working.

**If the person uses the link,** poll every ${POLL_SECONDS} seconds:

${form(at(PATHS.token), { grant_type: GRANT_TYPES.claim, claim_token: 'clm_…' })}

| \`error\` | What to do |
|---|---|
| \`authorization_pending\` | Wait for the interval, then poll again. |
| \`slow_down\` | Add 5 seconds to the interval, then poll again. |
| \`expired_token\` | The request expired. Start again if the person wants to. |
| \`access_denied\` | The person denied access. Stop. |
| \`invalid_grant\` | The token is unknown, revoked, or already used. Start again. |

The 200 response holds \`access_token\` and \`identity_assertion\`, once. Continue with step 5.

## 3. identity_assertion: a trusted issuer vouches for the person

${issuersText(idJagIssuers.map(({ issuer }) => issuer))} The ID-JAG needs \`typ: oauth-id-jag+jwt\`, \`aud: ${publicUrl}\` alone, an allowed \`client_id\`, \`email\` with \`email_verified: true\`, \`iat\`, \`exp\`, and a fresh \`jti\`. Each ID-JAG works once.

${post(at(PATHS.identity), { type: 'identity_assertion', assertion_type: ID_JAG, assertion: 'eyJ…' })}

The response holds \`identity_assertion\`. A 400 \`invalid_assertion\` says what is wrong with the ID-JAG.

## 4. Exchange the assertion for an access token

${form(at(PATHS.token), { grant_type: GRANT_TYPES.jwtBearer, assertion: 'eyJ…' })}

You can repeat this as often as you need until \`assertion_expires\`. After that, register again.

## 5. Call the API

${example}

401: the token expired or was revoked. Exchange the assertion again, or register again. 403 \`insufficient_scope\`: the WWW-Authenticate header names the missing scope. 403 \`operator_not_approved\`: the agency has not approved the operator for live applications; use \`sandbox: true\` and the calculators until it does. For all operations, see ${at('/api/agent/openapi.yaml')}.

When you are done, revoke the token: POST ${at(PATHS.authRevoke)} {"credential": "ACCESS_TOKEN"}.

## 6. OAuth, for apps with a browser

Authorization code with PKCE (S256). MCP clients do this on their own. Metadata: ${at(PATHS.server)}. Register once. An app with a server of its own can leave out \`token_endpoint_auth_method\` to get a \`client_secret\`:

${post(at(PATHS.register), {
  client_name: 'Quote Desk',
  redirect_uris: [REDIRECT_URI],
  token_endpoint_auth_method: 'none',
})}

Send the operator’s browser to this URL, with a \`state\` and a \`code_challenge\` of your own. \`scope\` is optional:

\`\`\`text
${at(PATHS.authorize)}?response_type=code&client_id=CLIENT_ID&redirect_uri=${encodeURIComponent(REDIRECT_URI)}&scope=calculators%20umbrella&state=STATE&code_challenge=CODE_CHALLENGE&code_challenge_method=S256
\`\`\`

The operator signs in and allows it. Check \`state\`, then exchange the \`code\` within ${LIFETIMES.code / 1000} seconds:

${form(at(PATHS.token), {
  grant_type: 'authorization_code',
  client_id: 'CLIENT_ID',
  redirect_uri: encodeURIComponent(REDIRECT_URI),
  code: 'CODE',
  code_verifier: 'VERIFIER',
})}

Refresh with the \`refresh_token\` of the latest response. It works once and expires after ${LIFETIMES.refreshToken / DAY} days. Using one twice ends the access:

${form(at(PATHS.token), { grant_type: 'refresh_token', client_id: 'CLIENT_ID', refresh_token: 'REFRESH_TOKEN' })}

Revoke either token at ${at(PATHS.revoke)} {token, client_id}, as a form.

## 7. The earlier version of the agent profile

POST ${at(PATHS.auth)} {"type": "identity_assertion", "assertion_type": "verified_email", "assertion": "ops@example.com", "requested_credential_type": "access_token" or "api_key"}, then POST ${at(PATHS.authClaim)} {"claim_token", "otp"}. The response holds the \`credential\`. An api_key lasts ${lifetimeText(KEY_LIFETIME)}. An operator can have ${MOST_FURTHER_KEYS} of them, and its main key keeps working.

Anonymous agents aren’t supported. Register with the operator’s email.
`
}

export const authMd: DocumentRow<App> = {
  path: PATHS.authMd,
  page: false,
  contract: {
    surface: 'full',
    id: 'getAuthGuide',
    summary: 'How an agent gets a credential, step by step.',
    tag: 'oauth',
    types: ['text/markdown'],
  },
  respond: ({ config }) => ({ type: MARKDOWN, body: guide(config) }),
}
