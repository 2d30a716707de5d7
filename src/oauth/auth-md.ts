import type { App } from '../app.ts'
import type { DocumentRow } from '../http/pages/document.ts'
import { ACCESS_TOKEN_LIFETIME } from '../key/access-token.ts'
import { MOST_FURTHER_KEYS } from '../key/further-key.ts'
import { DAY, MINUTE } from '../lib/clock.ts'
import { SCOPES } from './protocol/scopes.ts'
import { GRANT_TYPES, ID_JAG, LIFETIMES, PATHS, POLL_SECONDS } from './protocol/urls.ts'

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
      .join('\n&'),
    '```',
  ].join('\n')

const issuersText = (issuers: readonly string[]): string =>
  issuers.length === 0
    ? 'This service trusts no other issuer right now: use service_auth.'
    : `Trusted issuers: ${issuers.join(', ')}.`

/** What an agent needs to read, and nothing else, to come to a working call. The facts are those of the code. */
const guide = ({ publicUrl, idJagIssuers }: App['config']): string => {
  const at = (path: string): string => `${publicUrl}${path}`
  const example = post(at('/api/agent/calculators/umbrella'), { zip: '94110' }).replace(
    'Content-Type',
    'Authorization: Bearer ACCESS_TOKEN\nContent-Type',
  )
  return `# Getting a credential for Bindery

You are an agent that works for an **operator**: a business that buys umbrella and homeowners insurance for its own customers. You need a credential that the operator has agreed to. A personal assistant that shops for its own user needs none: use ${at('/api/consumer')} and never ask the shopper for a credential.

Do the steps in order. Each answer tells what to do next; on an error read \`message\` (or \`error_description\` under /oauth2) before you try again.

## 1. Choose a way

| You have | Way | You get |
|---|---|---|
| the operator’s email, and the person at hand | **service_auth** (step 2) | access tokens of ${minutes(ACCESS_TOKEN_LIFETIME)} each, as many as you need for ${minutes(LIFETIMES.assertion)} |
| an ID-JAG made out to this service | **identity_assertion** (step 3) | the same, without asking anybody |
| a browser and a redirect address | **OAuth** (step 6) | an access token and a refresh token |
| a server that keeps a secret for long | **operator key**: POST ${at('/api/agent/key/request')} {"email"}, then POST ${at('/api/agent/key/confirm')} {"email", "otp"} | a key for a year |

There are these scopes; you get all of them unless you ask for fewer:

${Object.entries(SCOPES)
  .map(([scope, words]) => `- \`${scope}\`: ${words}`)
  .join('\n')}

## 2. service_auth: the operator proves an email

Ask the person for the email of the operator. It is the operator’s own, never a customer’s.

${post(at(PATHS.identity), { type: 'service_auth', login_hint: 'ops@example.com' })}

The answer holds \`claim_token\` (keep it in memory, it is good for ${minutes(LIFETIMES.claim)}) and \`claim.user_code\`. The person now has a mail with six digits and a link. Say: "I asked Bindery for access. Tell me the six digits from the mail, or open its link and type this code there: \`user_code\`."

**When you have the six digits:**

${post(at(PATHS.identityClaim), { claim_token: 'clm_…', otp: '482913' })}

The answer holds \`identity_assertion\`. Go on with step 4. A wrong code is 401 \`invalid_otp\`: ask again, five times at most. No mail? Send \`{"claim_token", "login_hint"}\` to the same address: a new code goes to the email that you name, and the link before stops.

**When the person uses the link instead,** poll, ${POLL_SECONDS} seconds between two calls:

${form(at(PATHS.token), { grant_type: GRANT_TYPES.claim, claim_token: 'clm_…' })}

| \`error\` | Do |
|---|---|
| \`authorization_pending\` | Wait the interval, ask again. |
| \`slow_down\` | Wait 5 seconds longer than before, from now on. |
| \`expired_token\` | The time is over. Start again if the person wants to. |
| \`access_denied\` | The person said no. Stop. |
| \`invalid_grant\` | Unknown, revoked, or used already. Start again. |

The 200 holds \`access_token\` and \`identity_assertion\`, once. Go on with step 5.

## 3. identity_assertion: somebody vouches for the person

${issuersText(idJagIssuers.map(({ issuer }) => issuer))} The ID-JAG needs \`typ: oauth-id-jag+jwt\`, \`aud: ${publicUrl}\` alone, a \`client_id\` that this service knows, \`email\` with \`email_verified: true\`, \`iat\`, \`exp\` and a fresh \`jti\`: each is good once.

${post(at(PATHS.identity), { type: 'identity_assertion', assertion_type: ID_JAG, assertion: 'eyJ…' })}

The answer holds \`identity_assertion\`. A 400 \`invalid_assertion\` says what is wrong with yours.

## 4. Trade the assertion for an access token

${form(at(PATHS.token), { grant_type: GRANT_TYPES.jwtBearer, assertion: 'eyJ…' })}

It works as often as you need until \`assertion_expires\`. After that register again.

## 5. Call

${example}

401: the token is not good any more; trade the assertion again, or register again. 403 \`insufficient_scope\`: the WWW-Authenticate header names the scope that is missing. What can be called: ${at('/api/agent/openapi.yaml')}.

When you are done, give it back: POST ${at(PATHS.authRevoke)} {"credential": "ACCESS_TOKEN"}.

## 6. OAuth, for apps with a browser

Authorization code with PKCE (S256). Metadata: ${at(PATHS.server)}. Register at ${at(PATHS.register)}, send the operator to ${at(PATHS.authorize)}, trade the code at ${at(PATHS.token)} within ${LIFETIMES.code / 1000} seconds. Refresh tokens are good for ${LIFETIMES.refreshToken / DAY} days and once: each answer holds the next, and using one twice ends the access. Revoke at ${at(PATHS.revoke)}.

## 7. The earlier form of the agent profile

POST ${at(PATHS.auth)} {"type": "identity_assertion", "assertion_type": "verified_email", "assertion": "ops@example.com", "requested_credential_type": "access_token" or "api_key"}, then POST ${at(PATHS.authClaim)} {"claim_token", "otp"}. The answer holds \`credential\` itself. An api_key is good for a year; an operator has at most ${MOST_FURTHER_KEYS} of them, and its first key stays as it is.

\`anonymous\` is not enabled: an agent acts for an operator or not at all.
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
  respond: ({ config }) => ({ type: 'text/markdown; charset=utf-8', body: guide(config) }),
}
