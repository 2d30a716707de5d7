import { html } from 'hono/html'
import { ACCESS_TOKEN_LIFETIME } from '../../key/access-token.ts'
import { DAY, HOUR } from '../../lib/clock.ts'
import { SCOPES } from '../../oauth/protocol/scopes.ts'
import { LIFETIMES, PATHS } from '../../oauth/protocol/urls.ts'
import { confirmCodeCurl, requestCodeCurl } from '../../pages/first-key.ts'
import { code, errors, type Guide, say, section, table } from './guide.ts'

export const authGuide: Guide = {
  path: '/docs/auth',
  title: 'Credentials',
  summary: 'A key for a server, OAuth for an app, an identity for an agent. A shopper needs none.',
  write: ({ base }) => html`
${table(
  ['You have', 'Take', 'You get'],
  [
    ['a server that keeps a secret', 'an operator key', 'a key for a year, good for everything'],
    [
      'an app with a browser',
      'OAuth: code with PKCE',
      `an access token (${ACCESS_TOKEN_LIFETIME / HOUR} hour) and a refresh token (${LIFETIMES.refreshToken / DAY} days)`,
    ],
    [
      'an agent, and the operator at hand',
      'agent identity',
      'access tokens, for as long as its assertion lives',
    ],
    ['a shopper’s own assistant', 'nothing', 'the `intake_access_token` of each answer'],
  ],
)}
${section(
  'An operator key',
  say('Ask for a code with your own email address, never a customer’s:'),
  code(requestCodeCurl(base)),
  say('Trade the mailed six digits for the key:'),
  code(confirmCodeCurl(base)),
  say(
    'The key is shown once. Keep it on a server, and send it as `Authorization: Bearer <OPERATOR_KEY>`. One key serves many customers. `POST /api/agent/key/rotate` replaces it, and the old one stops at once.',
  ),
)}
${section(
  'OAuth',
  say(
    `Everything a client has to know is at \`${base}${PATHS.server}\`. Register at \`${PATHS.register}\`, send the operator to \`${PATHS.authorize}\` with PKCE (S256), and trade the code at \`${PATHS.token}\` within ${LIFETIMES.code / 1000} seconds. A refresh token is good once: each answer holds the next. The scopes:`,
  ),
  table(
    ['Scope', 'What it allows'],
    Object.entries(SCOPES).map(([scope, meaning]) => [`\`${scope}\``, meaning]),
  ),
)}
${section(
  'An agent’s identity',
  say(
    `An agent registers with the operator’s email at \`${PATHS.identity}\`; the operator reads six digits from a mail, or types a code on a page. Then the agent has an assertion that it trades for access tokens.`,
  ),
  html`<p><a href="${PATHS.authMd}">Step by step, for the agent to read</a></p>`,
)}
${section('When it fails', errors('unauthorized', 'key_expired', 'forbidden', 'insufficient_scope', 'too_many_attempts'))}
<p>Every field: <a href="/docs#key">operator keys</a>, <a href="/docs#oauth">agent identity</a>.</p>`,
}
