import { html } from 'hono/html'
import { ACCESS_TOKEN_LIFETIME } from '../../../platform/key/access-token.ts'
import { DAY, HOUR } from '../../../platform/lib/clock.ts'
import { confirmCodeCurl, requestCodeCurl } from '../../../platform/pages/first-key.ts'
import { MOST_FURTHER_KEYS } from '../../key/issue.ts'
import { SCOPES } from '../../oauth/protocol/scopes.ts'
import { LIFETIMES, PATHS } from '../../oauth/protocol/urls.ts'
import { codeBlock, errors, type Guide, htmlTable, paragraph, section } from './guide.ts'

export const authGuide: Guide = {
  path: '/docs/auth',
  title: 'Credentials',
  summary: 'A key for a server, OAuth for an app, an identity for an agent. Shoppers need none.',
  write: ({ base }) => html`
${htmlTable(
  ['You have', 'Use', 'You get'],
  [
    ['a server that can keep a secret', 'an operator key', 'a key for all operations, for one year'],
    [
      'an app with a browser',
      'OAuth: authorization code with PKCE',
      `an access token (${ACCESS_TOKEN_LIFETIME / HOUR} hour) and a refresh token (${LIFETIMES.refreshToken / DAY} days)`,
    ],
    [
      'an agent, and a person who can read the operator’s email',
      'agent identity',
      'access tokens, until its assertion expires',
    ],
    ['a shopper’s own assistant', 'nothing', 'the `intake_access_token` from each response'],
  ],
)}
${section(
  'Operator key',
  paragraph(
    'Get one in your browser at `/dashboard`, or from your agent. Request a code with your own email, never a customer’s:',
  ),
  codeBlock(requestCodeCurl(base)),
  paragraph(
    'Exchange the six-digit code for the key. If you already have a key, this replaces it, and the old one stops at once. To keep it, create an additional key instead.',
  ),
  codeBlock(confirmCodeCurl(base)),
  paragraph(
    'We show the key once. Keep it on a server, never in browser code, a mobile app, or a prompt that customers can see. Send it as `Authorization: Bearer <OPERATOR_KEY>`. One key serves all your customers. `POST /api/agent/key/rotate` replaces it, and the old key stops working immediately.',
  ),
)}
${section(
  'Additional keys',
  paragraph(
    `Your main key creates more: \`POST /api/agent/keys\` with a \`name\`, and \`scopes\` if the key needs only some of them. \`GET /api/agent/keys\` lists your keys without their secrets, and \`DELETE /api/agent/keys/{key_id}\` revokes one. You can have ${MOST_FURTHER_KEYS} live and ${MOST_FURTHER_KEYS} test keys besides your main key.`,
  ),
  paragraph(
    'A test key (`mode: "test"`) starts with `bind_test_` and reaches only the sandbox: `sandbox` is true by default, lists show rehearsals alone, and a live request is refused with `live_key_required`. Use one wherever you develop or test.',
  ),
  codeBlock(
    `curl ${base}/api/agent/keys -H 'Authorization: Bearer <OPERATOR_KEY>' -H 'Content-Type: application/json' -d '{"name": "Test runs", "mode": "test"}'`,
  ),
)}
${section(
  'Find out what went wrong',
  paragraph(
    '`GET /api/agent/requests` lists your calls of the last 30 days with route, status, error code, and the start of the key. Filter by `request_id`, or with `failed=true`. Bodies are not kept.',
  ),
)}
${section(
  'OAuth',
  paragraph(
    `The metadata is at \`${base}${PATHS.server}\`. Register at \`${PATHS.register}\`, send the operator to \`${PATHS.authorize}\` with PKCE (S256), and exchange the code at \`${PATHS.token}\` within ${LIFETIMES.code / 1000} seconds. Each refresh token works once, and each response holds the next one. The scopes:`,
  ),
  htmlTable(
    ['Scope', 'What it allows'],
    Object.entries(SCOPES).map(([scope, meaning]) => [`\`${scope}\``, meaning]),
  ),
)}
${section(
  'Agent identity',
  paragraph(
    `An agent registers with the operator’s email at \`${PATHS.identity}\`. The operator gives it the six-digit code from an email, or enters the agent’s code on a page. The agent then gets an assertion that it exchanges for access tokens.`,
  ),
  html`<p><a href="${PATHS.authMd}">Step-by-step instructions for the agent</a></p>`,
)}
${section('Errors', errors(['unauthorized', 'key_expired', 'forbidden', 'operator_not_approved', 'insufficient_scope', 'live_key_required', 'too_many_attempts']))}
<p>Every field: <a href="/docs#key">operator keys</a>, <a href="/docs#oauth">agent identity</a>.</p>`,
}
