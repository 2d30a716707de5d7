import { html } from 'hono/html'
import { sandboxInputs } from '../../../agency/carriers/sandbox/homeowners-inputs.ts'
import { softCreditCheck } from '../../../products/homeowners/application/consent-words.ts'
import { homeownersCalls, homeownersSkill } from '../skills/homeowners-skill.ts'
import {
  afterSaleSection,
  beforeExamples,
  errors,
  example,
  type Guide,
  htmlTable,
  OPERATOR_CREDENTIAL,
  paragraph,
  sandbox,
  section,
  wordForWord,
} from './guide.ts'

const { create, authorize, poll } = homeownersCalls

export const homeownersGuide: Guide = {
  path: '/docs/homeowners',
  title: 'Homeowners',
  summary: 'One operation takes the application and returns offers. The homeowner reviews and signs.',
  write: where => html`
${beforeExamples(OPERATOR_CREDENTIAL)}
${section(
  'Send what you know',
  paragraph(
    'One call creates the application from what you know. List each home value the homeowner did not confirm in `field_estimates`. The response holds the `uid` for later calls.',
  ),
  example(where, create),
)}
${section(
  'Ask for what is missing',
  paragraph(
    'While `status` is `needs_more_info`, `missing_field_details` lists what to ask, with a label, a description, and a type. Send the answers with the same `uid`. If the homeowner prefers to answer on their own, give them `homeowner_fix_issues_request_login_url`.',
  ),
  paragraph(
    'The credit check comes last. Show the complete application (`known_summary`), then ask in exactly these words, also in `statement`:',
  ),
  wordForWord(softCreditCheck.words),
  paragraph('Only after a clear yes:'),
  example(where, authorize),
)}
${section(
  'Wait for the offers',
  paragraph(
    'That call submits the application (202). `waiting_on` says whose turn it is, and `expected_by` when the last carrier is expected to answer. Offers appear as soon as the quick carriers have answered; later ones are added. Poll every `poll_after_seconds`, or have the service hold the response. Do not send an `Idempotency-Key` with polls.',
  ),
  example(where, poll),
)}
${section(
  'Hand over to the homeowner',
  paragraph(
    'Give the homeowner `homeowner_quotes_request_login_url`. They sign in by email, compare the offers, confirm or correct the estimates, and sign. You never bind for them. In the sandbox, the page shows the sign-in link: open it and play the homeowner, because no call goes on from `quoted` to `bound`.',
  ),
  htmlTable(
    ['Status', 'What it means'],
    [
      ['`needs_more_info`', 'Answers or the credit authorization are missing. See `missing_fields`.'],
      [
        '`pending_quotes`',
        'We’re waiting for carriers. `quoting` counts the replies and names who has not answered.',
      ],
      [
        '`quoted`',
        'Offers are ready, or `declines` says why there are none. From here on, read `detail_status`:',
      ],
      [
        '`selected`',
        'The homeowner has chosen an offer. Once they sign, `waiting_on` is `carrier` or `staff`. If the carrier asks for something first, `response_summary` says what, and the agency gets it from the homeowner.',
      ],
      [
        '`bound`',
        'Signed. The policy is issued and emailed. See `policies`. If a policy is canceled or expires later, the status stays `bound`. `properties` says so for each home, and `ended_on` in `policies` is the day from which a canceled policy covers nothing. For the lender, create a link to the evidence of insurance on the request’s page of the dashboard.',
      ],
      ['`withdrawn`, `expired`', 'The application ended without a policy.'],
    ],
  ),
  paragraph(
    'Homes of one request can be bought one by one. `properties` gives the state of each, and the request is `bound` when no home is left to buy for. A home can be insured once at a time, also through different operators; the sandbox does not check this.',
  ),
  paragraph(
    'To follow all your requests with one poll, call `GET /api/agent/changes?after=`. Each change has the `uid`, the status, and `waiting_on`, without personal data. Keep `next` and send it as `after`; add `Prefer: wait=25` to wait for the next change.',
  ),
  paragraph(
    'In changes and dashboard rows, `status` becomes `quotes_published` once we have emailed the homeowner their offers, and stays so. It means the same as `quoted` above: read `detail_status` after either, where `bound` is a sale, `canceled` a policy that was canceled, and `expired` a policy or an application that expired. `stage` says how far a request is, in the same words for both lines, in every answer, row and change; `?stage=bound` lists what was sold. The sandbox sends no emails and stays at `quoted`.',
  ),
  paragraph(
    'Keep your own reference with a request: send `metadata`, for example `{"reference": "LOAN-4711"}`. Dashboard rows show it to you alone, and `?metadata=reference:LOAN-4711` finds it. `?sandbox=false` leaves out rehearsals.',
  ),
  paragraph(
    'If you change a value after that, we ask for new quotes, and `price_change` says why the price changed. A different applicant, address, or number of homes needs a new authorization.',
  ),
)}
${afterSaleSection('homeowner', '`policies`')}
${sandbox(sandboxInputs)}
${paragraph('To rehearse what happens later, such as expired offers, make a sandbox request older: `POST /api/agent/sandbox/clock` with its `uid` and `advance_hours`.')}
${section('Errors', errors(['invalid_request', 'unsupported_state', 'forbidden', 'operator_not_approved', 'not_found', 'conflict']))}
<p>For agents: <a href="${homeownersSkill.path}">the skill</a>. Every field: <a href="/docs#homeowners">the operations</a>.</p>`,
}
