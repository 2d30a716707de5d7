import { catalog, type ErrorCode } from '../../../platform/errors.ts'
import { SHOW_OFFERS } from '../../../products/line/wire/previous-price.ts'
import { bulletList, codeSpan, markdownTable } from './skill.ts'

export const operatorRules = bulletList([
  'You act for a business (the operator) and its customers. An assistant that shops for its own user must use `/api/consumer/skill.md` instead and must never ask for a credential.',
  'Send the key only in `Authorization: Bearer …`, from a server. Never show it or any token to a customer, and never put it in a prompt.',
  'Some agencies approve an operator before its live applications open. Until then, live writes are 403 `operator_not_approved`: work with `sandbox: true` and the calculators, and tell the operator that an email follows.',
  'Never invent an answer and never assume consent. List each value the customer did not confirm in `field_estimates`.',
  'Never ask for or send Social Security numbers, card or bank data, or passwords. Such keys are refused.',
  SHOW_OFFERS,
  'If an offer has `illustrative: true`, tell the customer that it is a demonstration, not insurance.',
])

export const callRules = bulletList([
  'Pin the contract with `Service-API-Version: v1`. Include `X-Request-Id` when you ask for help.',
  'Send a new `Idempotency-Key` with every write. If a response is lost, repeat the call with the same key to get the stored response, for 24 hours. Do not send one with polls.',
  'There are no webhooks. `waiting_on` says whose turn it is, and `expected_by` until when, if known. `nobody` means that our own checks are running or that it has ended: `status` tells which. Poll every `poll_after_seconds` or `Retry-After` seconds, or hold the poll with `Prefer: wait=20`. Without `Preference-Applied`, the response was not held, so pause before the next poll. After submission, answers are short: `expand` adds the rest.',
  'On 429 and 503, wait `Retry-After` seconds, then retry. On 500, retry with the same `Idempotency-Key`.',
])

export const afterSaleRules = (base: string, { person, where }: { person: string; where: string }): string =>
  `## After the sale
\`life\` in ${where} says where a policy stands. \`GET /api/agent/policies\` lists yours, such as \`?state=renewal_due\`. To cancel it, change it, or get a copy, send \`POST ${base}/api/agent/policies/requests\` {\`uid\`, \`kind\`, \`change\`}; to cancel, \`wanted_on\` is the first day without coverage. Show the ${person} the preview. After their yes, add \`request_confirmed: true\`. Nothing changes until the carrier agrees: see \`requests\`.

In the 90 days before a policy ends, \`renewal\` appears. Once \`offered\`, show its price and reasons. Only if they accept, send kind \`renewal\` with \`details\` of its preview. It is renewed once \`life\` says so.

To rehearse it, \`POST /api/agent/sandbox/clock\` {\`uid\`, \`advance_hours\`: 7920} makes a bound sandbox request 330 days older.`

const FOR_SHOPPERS: Partial<Record<ErrorCode, string>> = {
  unauthorized:
    'Send the intake_access_token from the latest response as Authorization: Bearer. If you lost it, ask the person to open resume_url.',
}

export const operatorMessage = (name: ErrorCode): string => catalog[name][1]

export const shopperMessage = (name: ErrorCode): string => FOR_SHOPPERS[name] ?? catalog[name][1]

export const errorTable = (codes: readonly ErrorCode[], messageOf = operatorMessage): string =>
  markdownTable(
    ['Status', '`error`', 'What to do'],
    codes.map(name => [String(catalog[name][0]), codeSpan(name), messageOf(name)]),
  )
