import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { CARRIER_CONTRACT } from '../carrier-contract.ts'
import { codeBlock, type Guide, htmlTable, paragraph, section } from './guide.ts'

const QUOTE = `POST /homeowners
X-Request-Id: req_8cK2…
X-Signature: t=1794787200,v1=5f2b…

{"request_id": "req_8cK2…", "contract": 2, "today": "2026-11-16", "risk": {…},
 "applicants": [{"role": "applicant", "full_name": "Ada Park", "birthday": "1980-04-12"}],
 "property": {"street": "1 Elm Street", "city": "Springfield", "state": "IL", "zip": "62704"},
 "prior_policy": {…}, "wanted": {…}, "interests": […], "consents": […],
 "permitted_purposes": ["underwriting", "consumer_reports"], "sources": {…}}`

const SIMULATE = (
  base: string,
): string => `bindery carrier simulate --port 8099 --secret "the secret of the simulated carrier" \\
  --events ${base}/carriers/simulated/events`

const ENTRY = `[{"id": "simulated", "name": "Simulated Carrier",
  "url": "http://127.0.0.1:8099/homeowners", "homeowners_states": ["IL"],
  "secret": "the secret of the simulated carrier", "time_limit_seconds": 20}]`

const twoWays = (): Html =>
  section(
    'Two ways',
    htmlTable(
      ['Way', 'How it works', 'What the carrier does'],
      [
        [
          'Desk',
          'Each quote and each order becomes a task for agency staff. They work in the carrier’s own portal and enter the offer, the decline or the policy.',
          'Nothing. An agency with an appointment can start today.',
        ],
        [
          'API',
          'The service calls the carrier’s endpoint for quotes and orders. Answers that take longer arrive as events.',
          'Implements two calls for each line, and signs its events.',
        ],
      ],
    ),
    paragraph(
      'Both are entries of the file that `CARRIERS_FILE` names. A desk entry has `kind: "desk"` and no endpoint or secret.',
    ),
  )

const calls = (): Html =>
  section(
    'Calls',
    html`<p>The whole contract is <a href="${CARRIER_CONTRACT}">OpenAPI 3.1</a>. You choose the addresses.</p>`,
    codeBlock(QUOTE),
    htmlTable(
      ['Call', 'You answer'],
      [
        ['Quote', '`offer`, `offers` (up to 10), `decline`, `pending` or `referred`'],
        ['Order, at `/bind`', '`bound`, `info_requested`, `price_changed`, `blocked` or `pending`'],
        ['Document, at `/documents` (umbrella only)', '`received`'],
      ],
    ),
    paragraph(
      'Your entry says which contract you keep. With `"contract": 2`, a quote request names the applicants and carries the street address, prior policy, wanted coverage, interests, consents, and what you may use them for. Every order names all applicants and interests, such as ranked mortgagees; with contract 2 it adds drivers, vehicles and licenses. With `"identified": false` beside it, quote requests keep to rating facts: no name, street, lender or birth date. Without `contract`, the entry keeps contract 1: rating facts only, and you learn who the insured is from the order.',
    ),
    paragraph(
      '`sources` says who stated each value, by its path, such as `applicants[0].full_name`. Values of `risk` stand there under their own names.',
    ),
  )

const rules = (): Html =>
  section(
    'Rules',
    html`<ul>
<li>Repeat the <code>request_id</code> in each answer. If it comes again, give the same answer. An order that comes again gets the same policy.</li>
<li>Check <code>X-Signature</code>: the HMAC-SHA256 of the time, a period, and the bytes of the body. Refuse a wrong one, or one older than five minutes, with 401.</li>
<li>Bind at the price and from the day in the order. If you can’t, answer <code>info_requested</code> or <code>blocked</code>. Either ends the order: never issue it. Once your question is settled, a new order comes, with another <code>request_id</code>.</li>
<li>If reports change the price, answer <code>price_changed</code> with the new one, and never issue that order. The insured decides, and signs again. A new order then comes.</li>
<li>Give each decline a <code>reason_code</code> and a sentence for the applicant.</li>
<li>Use credit only if <code>insurance_score_allowed</code> is true, and never for an umbrella quote.</li>
<li>Ignore fields you don’t know. We add some over time.</li>
<li>Answer within the time limit that you agreed with the agency, with at most 256 KiB. We try up to three times after 429, 5xx or a network error, and follow no redirects.</li>
</ul>`,
  )

const events = (base: string): Html =>
  section(
    'Events',
    html`<p>Send late answers and changes to <code>POST ${base}/carriers/ID/events</code>, signed as Standard Webhooks (standardwebhooks.com) describes. The bytes of the secret are the key. <code>data.request_id</code> is that of the quote request for events about a quote, and that of the order for events about an order or its policy.</p>`,
    htmlTable(
      ['Event', 'When'],
      [
        ['`quote.offered`, `quote.declined`', 'The answer after `pending` or `referred`.'],
        [
          '`quote.withdrawn`, `price.changed`',
          'An offer changed. The insured must agree to a new price, even if they have signed already.',
        ],
        [
          '`info.requested`',
          'You need to know something first. For a quote, our staff read it, ask the applicant, and tell you. For an order, it counts as the answer `info_requested`.',
        ],
        ['`policy.bound`, `policy.blocked`', 'The answer after a `pending` order.'],
        [
          '`policy.document`',
          'The declarations page: `type` `declarations` and the PDF in base64 as `content`, at most 3 MiB. We compare it with what is on record, and the insured downloads it once it is accepted. It may come before `policy.bound`, and an accepted page takes the place of the one before.',
        ],
        [
          '`policy.canceled`',
          'The policy ends before its time. `effective_date` is the day: coverage ends at 12:01 a.m. on it, where the property is. We tell the insured and bill no later installments. Without `effective_date`, our staff ask you for it. To correct the day, send the event again with another.',
        ],
        [
          '`policy.renewal_offered`',
          'You offer to renew the policy: `effective_date` is the day on which the period before ends, and `expiration_date`, `annual_price`, `reasons` and `valid_until` are your terms. The insured reads them in your words. If they accept, our staff tell you. Without `annual_price`, our staff ask you for the terms.',
        ],
        [
          '`policy.renewed`',
          'You renewed the policy, with `effective_date`, `expiration_date` and `annual_price`. Only then do we say so.',
        ],
      ],
    ),
    paragraph(
      'Events may come in any order, and more than once: each counts once by its `webhook-id`. After 429, 5xx or a network error, send the event again under the same id. A 200 with `"status": "refused"` is final, and `because` names the reason.',
    ),
  )

const withoutEvents = (): Html =>
  section(
    'Without events',
    paragraph(
      'If you send no events, your entry says `"events": false`. After `pending` or `referred`, the service asks `GET` at the quote’s or the order’s address with `/REQUEST_ID` appended. Answer as before, or with the answer once you have it. `X-Signature` signs the request_id in place of a body.',
    ),
    paragraph(
      'Pauses grow. The first is a 24th of the time until your `expected_by`, at least two minutes; the longest is six hours; and one call comes at `expected_by`. An order without an answer a day after `expected_by` becomes a case for staff, who call you, and the buyer is told.',
    ),
  )

const policyChanges = (): Html =>
  section(
    'Policy changes',
    paragraph(
      'If the insured wants another lender, mailing address, limit, deductible or named insured, our staff tell you the way you agreed with the agency. Nothing changes before you agree: send `policy.endorsed` with what the policy now says, from when, `annual_price` if it changes, and `premium_change_cents`, what you add or return for the rest of the period. Send the new declarations page as `policy.document`.',
    ),
    paragraph(
      'Our staff also tell you if the insured wants to cancel. Send `policy.canceled` once you have ended the policy. New terms for the next period come with `policy.renewal_offered` and `policy.renewed`.',
    ),
  )

const newSecret = (): Html =>
  section(
    'A new secret',
    paragraph('Your entry holds one secret. To change it without losing a call or an event:'),
    html`<ol>
<li>Agree on a new secret with the agency, of at least 32 characters.</li>
<li>From now on, accept calls signed with the old or the new secret. Sign each event with both: <code>webhook-signature</code> takes several signatures, separated by a space.</li>
<li>The agency puts the new secret in your entry and restarts every process of the service.</li>
<li>Stop using the old secret.</li>
</ol>`,
    paragraph('An event that got 401 did not count. Sign it again and send it under the same id.'),
  )

const tryIt = (base: string): Html =>
  section(
    'Try it without a carrier',
    codeBlock(SIMULATE(base)),
    paragraph('Then add this entry to `CARRIERS_FILE` and start the service:'),
    codeBlock(ENTRY),
    paragraph(
      'Flags such as `--pending`, `--price-change` or `--block` change what the simulated carrier does. `home_sqft` or `jet_skis` in one application does the same for that application only. `bindery carrier simulate --help` lists all of them.',
    ),
  )

const checkIt = (): Html =>
  section(
    'Check an endpoint',
    codeBlock(`bindery carrier check ID
bindery carrier check --url https://test.carrier.example/quotes --secret SECRET`),
    paragraph(
      'It prints each rule, whether the endpoint keeps it, and what went wrong. It ends with 1 if a rule is broken. Rules about orders run only with `--bind`, because they order policies: use it with a test system. With `--listen PORT` it also checks the events that you send there.',
    ),
  )

export const carriersGuide: Guide = {
  path: '/docs/carriers',
  title: 'Carriers',
  summary: 'Connect an insurance company: through its own API, or through the agency’s desk.',
  write: ({ base }) => html`
${paragraph('A carrier is connected in one of two ways. Applicants, operators and their agents see no difference: the same offers, the same statuses.')}
${twoWays()}
${calls()}
${rules()}
${events(base)}
${withoutEvents()}
${policyChanges()}
${newSecret()}
${tryIt(base)}
${checkIt()}`,
}
