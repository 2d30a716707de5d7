import { html } from 'hono/html'
import { sandboxInputs } from '../../carriers/sandbox/homeowners-inputs.ts'
import { softCreditCheck } from '../../homeowners/application/consent-words.ts'
import { homeownersCalls, homeownersSkill } from '../skills/homeowners-skill.ts'
import { placeholders } from '../skills/worked-call.ts'
import { errors, example, type Guide, quote, sandbox, say, section, table } from './guide.ts'

const { create, authorize, poll } = homeownersCalls

export const homeownersGuide: Guide = {
  path: '/docs/homeowners',
  title: 'Homeowners',
  summary: 'One operation takes the application and answers with offers; the homeowner reviews and signs.',
  write: where => html`
${say(placeholders)}
${section(
  'Send what you know',
  say(
    'One call creates the application from whatever you have. A home value that the homeowner did not confirm needs an entry in `field_estimates`. The answer holds the `uid` for every later call.',
  ),
  example(where, create),
)}
${section(
  'Ask for what is missing',
  say(
    'While `status` is `needs_more_info`, `missing_field_details` says what to ask, with a label, a description and a type for each. Send the answers with the same `uid`. If the homeowner would rather answer alone, give them `homeowner_fix_issues_request_login_url`.',
  ),
  say(
    'Last comes the credit check. Show the assembled application (`known_summary`) and ask in exactly these words:',
  ),
  quote(softCreditCheck.words),
  say('Only after a clear yes:'),
  example(where, authorize),
)}
${section(
  'Wait for the offers',
  say(
    'That call submitted the application (202). Poll as `poll_after_seconds` says, or let the service hold the answer. Polls take no `Idempotency-Key`.',
  ),
  example(where, poll),
)}
${section(
  'Hand over to the homeowner',
  say(
    'Give the homeowner `homeowner_quotes_request_login_url`. They sign in by email, compare the offers, confirm or correct what was estimated, and sign. You never bind for them.',
  ),
  table(
    ['Status', 'What it means'],
    [
      ['`needs_more_info`', 'Answers or the authorization are missing: see `missing_fields`.'],
      ['`pending_quotes`', 'Carriers are being asked; `quoting` counts those that have answered.'],
      [
        '`quoted`',
        'Offers are there, or `declines` say why not. From here on `detail_status` tells the rest:',
      ],
      ['`selected`', 'The homeowner has chosen an offer.'],
      ['`bound`', 'Signed: the policy is issued and mailed.'],
      ['`withdrawn`, `expired`', 'It ended without a policy.'],
    ],
  ),
  say(
    'A changed value after that quotes again, and `price_change` says what moved the price. A changed applicant, address or number of homes needs a new authorization.',
  ),
)}
${sandbox(sandboxInputs)}
${section('When it fails', errors('invalid_request', 'unsupported_state', 'forbidden', 'not_found', 'conflict'))}
<p>For agents: <a href="${homeownersSkill.path}">the skill</a>. Every field: <a href="/docs#homeowners">the operations</a>.</p>`,
}
