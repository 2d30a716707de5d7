import { sandboxInputs } from '../../../agency/carriers/sandbox/homeowners-inputs.ts'
import { softCreditCheck } from '../../../products/homeowners/application/consent-words.ts'
import { exampleIntake } from '../../../products/homeowners/application/examples.ts'
import { requiredOfApplicant, requiredOfHome } from '../../../products/homeowners/application/required.ts'
import { afterSaleRules, callRules, errorTable, operatorRules } from './rules.ts'
import { bulletList, codeSpan, markdownTable, type Skill } from './skill.ts'
import { httpBlock, operatorPlaceholders, type WorkedCall } from './worked-call.ts'

const path = '/api/agent/homeowners/quotes'
const credential = '$OPERATOR_KEY'

const create: WorkedCall = {
  method: 'POST',
  path,
  credential,
  idempotencyKey: 'ada-park-create-1',
  body: { sandbox: true, intake: exampleIntake },
}
const authorize: WorkedCall = {
  method: 'POST',
  path,
  credential,
  idempotencyKey: 'ada-park-authorize-1',
  body: { uid: '$uid', credit_check_authorized: true },
}
const poll: WorkedCall = {
  method: 'POST',
  path,
  credential,
  body: { uid: '$uid' },
  whileStatus: ['pending_quotes'],
}
const look: WorkedCall = {
  method: 'GET',
  path: '/api/agent/homeowners/dashboard?uid=$uid',
  credential,
}

const changesCall: WorkedCall = { method: 'GET', path: '/api/agent/changes', credential }

export const homeownersCalls = { create, authorize, poll, look }

const names = (fields: readonly string[]): string => fields.map(codeSpan).join(', ')

export const homeownersSkill: Skill = {
  path: '/api/agent/homeowners/skill.md',
  name: 'bindery-homeowners',
  description:
    'Get homeowners insurance quotes for an operator’s customer with one endpoint. The homeowner then reviews and buys in a portal.',
  write: ({ base }) => `# Homeowners insurance for an operator's customers

One endpoint takes the application, says what is missing, submits it, and answers polls. You never bind. The homeowner reviews the estimates and signs in the portal.

## Rules
${operatorRules}

## Before the first call
Use the key the operator already has. Only without one, get it: \`POST ${base}/api/agent/key/request\` with the operator's own \`email\`, then \`POST ${base}/api/agent/key/confirm\` with \`email\` and the emailed \`otp\`. A new key replaces the operator's current one, which stops at once; \`POST ${base}/api/agent/keys\` makes additional keys. One key serves all customers. A key that starts with \`bind_test_\` reaches only the sandbox, where \`sandbox\` is then true by default. A shared key is refused here with 403. Other ways to get a credential: ${base}/auth.md

## Calls in order
${operatorPlaceholders}

1. **Create** the application with everything you know. Add \`"sandbox": true\` to rehearse: no emails are sent and no real carrier is asked. Omit it for a real customer.

${httpBlock(base, create)}

2. While \`status\` is \`needs_more_info\`, ask for what \`missing_field_details\` lists, with a label, a description, and a type for each. Send the answers with the same \`uid\`, in as few calls as you can. If the homeowner prefers to answer on their own, give them \`homeowner_fix_issues_request_login_url\`, or have us email it: \`POST ${base}/api/agent/homeowners/fix-issues-email\` {\`uid\`} (not in the sandbox).
3. When only \`credit_check_authorized\` is missing, show the homeowner the complete application (\`known_summary\`), then ask in exactly these words (version ${softCreditCheck.version}, also in \`statement\`):

> ${softCreditCheck.words}

   Only after a clear yes:

${httpBlock(base, authorize)}

   This submits the application (202). The first call may already contain \`credit_check_authorized: true\`, but only if you collected this exact consent before.
4. **Poll** until \`status\` is \`quoted\`:

${httpBlock(base, poll)}

5. Show \`offers\`, or \`declines\` if there are none, and give the homeowner \`homeowner_quotes_request_login_url\`. There they sign in by email, confirm or correct the estimates, choose, and buy. In the sandbox, the page shows the sign-in link instead. Open it and play the homeowner: no call goes on from \`quoted\` to \`bound\`. Later, \`detail_status\` is \`selected\`, \`bound\`, \`withdrawn\`, or \`expired\`. In \`selected\`, \`response_summary\` says whether they still have to sign, who has the order, or what the carrier asks of them. Once the offers have expired, the next poll asks the carriers for new ones and says so: the status is \`pending_quotes\` again.
6. To follow many customers, list their status without personal data. If the operator gave you a reference of its own, send it as \`metadata\` {\`reference\`} with the first call; rows carry it, and \`?metadata=reference:VALUE\` finds it. Never put a customer's data there.

${httpBlock(base, look)}

   Or follow all changes of all your requests, both lines, with one poll. Keep \`next\` and send it as \`?after=\` next time. Hold it with \`Prefer: wait=25\`:

${httpBlock(base, changesCall)}

   In rows and changes, \`status\` becomes \`quotes_published\` once we have emailed the homeowner their offers, and stays so. It means the same as \`quoted\` above, so after either, read \`detail_status\`: a sale is \`bound\`, and a policy that was canceled is \`canceled\`. \`stage\` says how far a request is, in the same words for both lines, in every answer, row and change; \`?stage=bound\` lists what was sold. The sandbox sends no emails and stays at \`quoted\`.

## Required before submission
${bulletList([
  `The homeowner: ${names(requiredOfApplicant)}.`,
  `Each home: ${names(requiredOfHome.condo)}.`,
  `Each home that is not a condo also: ${names(requiredOfHome.standard.filter(name => !requiredOfHome.condo.includes(name)))}.`,
  'Last: `credit_check_authorized: true`.',
])}

List each home value the homeowner did not confirm in that home's \`field_estimates\`: {\`field\`, \`source\`, \`confidence\`: \`low\`, \`medium\`, or \`high\`}. To confirm a value later, send \`confirmed_by_user: true\`, or a different value without an entry. Sending the same value again does not confirm it. Where carriers need an answer that nobody gave, such as claims or a pool, we add our own estimate (\`source: service_model\`, with a \`reason\`), and the homeowner confirms it in the portal. So ask about these early: an answer sent before the application is complete needs no estimate.

## Changes
If you change a value after submission, we ask for new quotes (202, \`pending_quotes\`). Later, \`price_change\` says why the price changed. A different applicant, address, or number of homes needs a new \`credit_check_authorized\`. \`credit_check_authorized: false\` records the homeowner’s No and voids the quotes. On the first call, or while answers are missing, it records nothing. If the homeowner withdrew it in the portal, only they can give it again there, and your \`true\` is refused (409). You cannot change a value the homeowner confirmed in the portal, or the email once they signed in with it or the application was submitted (409).

If a carrier refuses after the homeowner signed, \`status\` is \`quoted\` again: its offer is gone, and \`declines\` says why.

If a carrier asks another price after the homeowner signed, nothing is bought: \`status\` is \`quoted\` again, without \`detail_status\`, and the offer has \`previous_price\`. The homeowner chooses and signs again in the portal, or leaves it.

## Several homes
The homeowner can buy for one home now and for the others later. \`properties\` gives the state of each home, and \`policies\` what is bound so far. While any home can still be bought, \`status\` stays \`quoted\` without \`detail_status: bound\`. You cannot change a home that is insured (409): ask for a change of its policy with POST /api/agent/policies/requests. A property can be bought for once, also through different operators.

${afterSaleRules(base, { person: 'homeowner', where: '`policies`' })}

For the lender, the operator creates a link to the evidence of insurance on the request’s page of the dashboard (\`POST ${base}/api/agent/homeowners/dashboard/session\`).

## Headers, retries, and polling
${callRules}

## Errors
${errorTable(['invalid_request', 'unsupported_state', 'unauthorized', 'key_expired', 'forbidden', 'operator_not_approved', 'insufficient_scope', 'live_key_required', 'not_found', 'conflict', 'idempotency_conflict', 'rate_limited', 'unavailable'])}

## Sandbox inputs
${markdownTable(
  ['Send', 'What happens'],
  sandboxInputs.map(({ input, sentence }) => [input, sentence]),
)}

Full contract: ${base}/api/agent/openapi.yaml
`,
}
