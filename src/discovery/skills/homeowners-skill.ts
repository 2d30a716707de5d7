import { sandboxInputs } from '../../carriers/sandbox/homeowners-inputs.ts'
import { softCreditCheck } from '../../homeowners/application/consent-words.ts'
import { exampleIntake } from '../../homeowners/application/examples.ts'
import { requiredOfApplicant, requiredOfHome } from '../../homeowners/application/required.ts'
import { callRules, errorTable, operatorRules } from './rules.ts'
import { code, list, type Skill, table } from './skill.ts'
import { httpBlock, placeholders, type WorkedCall } from './worked-call.ts'

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

/** The worked example, in its order. */
export const homeownersCalls = { create, authorize, poll, look }

const names = (fields: readonly string[]): string => fields.map(code).join(', ')

export const homeownersSkill: Skill = {
  path: '/api/agent/homeowners/skill.md',
  name: 'bindery-homeowners',
  description:
    'Get homeowners insurance quotes for a customer of the operator with one endpoint, and hand over to the homeowner, who reviews and binds in a portal.',
  write: ({ base }) => `# Homeowners insurance for an operator's customers

One endpoint takes the application, says what is missing, submits it and answers polls. You never bind: the homeowner reviews the estimated answers and signs in the portal.

## Rules
${operatorRules}

## Before the first call
You need an operator key: \`POST ${base}/api/agent/key/request\` with the operator's own \`email\`, then \`POST ${base}/api/agent/key/confirm\` with \`email\` and the mailed \`otp\`. One key serves many customers; a shared key is refused here with 403. Other ways to a credential: ${base}/auth.md

## The order of calls
${placeholders}

1. **Create** with everything you were given. Add \`"sandbox": true\` to rehearse: nothing is mailed and no carrier hears of it. Leave it out for a real customer.

${httpBlock(base, create)}

2. While \`status\` is \`needs_more_info\`, ask for what \`missing_field_details\` lists (label, description and type are there for each) and send it with the same \`uid\`, in as few calls as you can. If the homeowner would rather answer alone, give them \`homeowner_fix_issues_request_login_url\`, or have the service mail it: \`POST ${base}/api/agent/homeowners/fix-issues-email\` {\`uid\`} (not for sandbox).
3. When only \`credit_check_authorized\` is missing, show the homeowner the assembled application (\`known_summary\`) and ask in exactly these words (version ${softCreditCheck.version}):

> ${softCreditCheck.words}

   Only after a clear yes:

${httpBlock(base, authorize)}

   This submits the application (202). A first call may already carry \`credit_check_authorized: true\`, but only if this very consent was collected before.
4. **Poll** until \`status\` is \`quoted\`:

${httpBlock(base, poll)}

5. Show \`offers\` (or, when there are none, \`declines\`) and give the homeowner \`homeowner_quotes_request_login_url\`. There they sign in by email, confirm or correct what was estimated, choose and bind. Later \`detail_status\` tells \`selected\`, \`bound\`, \`withdrawn\` or \`expired\`.
6. To watch many customers, list coarse rows without personal data:

${httpBlock(base, look)}

## What is required before it is submitted
${list([
  `Of the homeowner: ${names(requiredOfApplicant)}.`,
  `Of each home: ${names(requiredOfHome.condo)}.`,
  `Of each home that is not a condo also: ${names(requiredOfHome.standard.filter(name => !requiredOfHome.condo.includes(name)))}.`,
  'Last: `credit_check_authorized: true`.',
])}

A home value that the homeowner did not confirm needs an entry in that home's \`field_estimates\`: {\`field\`, \`source\`, \`confidence\`: \`low\`, \`medium\` or \`high\`}. Sending the same value again confirms nothing; \`confirmed_by_user: true\` does, and so does another value without an entry.

## Changes
Sending a changed value after submission quotes again (202, \`pending_quotes\`); later \`price_change\` says what moved the price. A changed applicant, address or number of homes needs a new \`credit_check_authorized\`. \`credit_check_authorized: false\` withdraws it. A value that the homeowner confirmed in the portal cannot be changed by you (409).

## Calling well
${callRules}

## When it fails
${errorTable(['invalid_request', 'unsupported_state', 'unauthorized', 'key_expired', 'forbidden', 'insufficient_scope', 'not_found', 'conflict', 'idempotency_conflict', 'rate_limited', 'unavailable'])}

## Sandbox inputs
${table(
  ['Send', 'What happens'],
  sandboxInputs.map(({ input, sentence }) => [input, sentence]),
)}

The whole contract: ${base}/api/agent/openapi.yaml
`,
}
