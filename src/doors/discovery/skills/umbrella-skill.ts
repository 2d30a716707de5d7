import { umbrellaSandboxInputs } from '../../../agency/carriers/sandbox/umbrella-inputs.ts'
import { waitsAfterSigning } from '../../../products/line/reviewed-purchase/application/statuses.ts'
import {
  applicationReview,
  creditCheck,
  purchaseAttestation,
} from '../../../products/umbrella/consent-words.ts'
import { exampleEstimates, exampleIntake } from '../../../products/umbrella/examples.ts'
import { afterSaleRules, callRules, errorTable, operatorRules } from './rules.ts'
import { markdownTable, type Skill } from './skill.ts'
import { httpBlock, operatorPlaceholders, type WorkedCall } from './worked-call.ts'

const call = (operation: string, body: object, more: Partial<WorkedCall> = {}): WorkedCall => ({
  method: 'POST',
  path: `/api/agent/umbrella/${operation}`,
  credential: '$OPERATOR_KEY',
  body: { ...(operation !== 'draft' && { uid: '$uid' }), ...body },
  ...more,
})

const write = (step: string): { idempotencyKey: string } => ({
  idempotencyKey: `ada-park-umbrella-${step}-1`,
})

const draft = call(
  'draft',
  { sandbox: true, intake: exampleIntake, field_estimates: exampleEstimates },
  write('draft'),
)
const quotes = call('quotes', { review_token: '$review_token', review_confirmed: true }, write('quotes'))
const poll = (...whileStatus: string[]) => call('status', {}, { whileStatus })
const select = (startDate: string) =>
  call(
    'select',
    {
      selection_token: '$selection_guidance.default_selection_token',
      selection_confirmed: true,
      credit_consent: { answer: 'Yes', collected_from_user: true },
      intake: {
        vehicles: [
          { year: 2020, make: 'Toyota', model: 'Camry' },
          { year: 2017, make: 'Honda', model: 'Pilot' },
        ],
        effective_date: startDate,
        prior_carrier: 'none',
      },
    },
    write('select'),
  )
const buy = call('bind', { bind_confirmed: true }, write('buy'))
// A one-pixel image. The sandbox accepts any PDF, PNG, or JPEG.
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const attach = call(
  'attach',
  {
    attachments: [
      { type: 'declarations', filename: 'home.png', content: PICTURE },
      { type: 'auto_declarations', filename: 'auto.png', content: PICTURE },
    ],
  },
  write('attach'),
)

const ask: WorkedCall = {
  method: 'POST',
  path: '/api/agent/policies/requests',
  credential: '$OPERATOR_KEY',
  body: { uid: '$uid', kind: 'documents', details: 'A copy of the binder, please.' },
}

export const reviewedCalls = { draft, quotes, poll, select, buy, attach, ask }

export const umbrellaSkill: Skill = {
  path: '/api/agent/skill.md',
  name: 'bindery-umbrella',
  description:
    'Buy umbrella insurance for an operator’s customer: draft, review, quotes, a choice with credit consent, purchase.',
  write: ({ base, startDate }) => `# Umbrella insurance for an operator's customers

You fill in the application, the buyer reviews all of it once, carriers quote, the buyer chooses and consents, and you buy. Every response has the same format: \`status\`, \`next_question\`, \`next_action\`, and \`agent_instructions\` say what to do next. For homeowners insurance: ${base}/api/agent/homeowners/skill.md

## Rules
${operatorRules}

## Before the first call
Use the operator's key. Only without one, get it: \`POST ${base}/api/agent/key/request\` with the operator's own \`email\`, then \`POST ${base}/api/agent/key/confirm\` with \`email\` and the emailed \`otp\`. A new key replaces the operator's current one at once; \`POST ${base}/api/agent/keys\` makes additional keys. Other credentials: ${base}/auth.md

## Calls in order
${operatorPlaceholders}

1. **Draft** the application with everything you know. Add \`"sandbox": true\` to rehearse without emails and charges. Omit it for a real buyer.

${httpBlock(base, draft)}

   While \`status\` is \`needs_more_info\`, ask the buyer \`next_question\` and send the answers with the same \`uid\`. If \`status\` is \`ineligible\`, tell the buyer the \`ineligible_reasons\` and stop.
2. **Review.** When \`status\` is \`ready_for_review\`, show the buyer the whole \`review\` with estimates marked, or give them \`review_url\`, where they can correct and confirm it. The buyer must agree to this (version ${applicationReview.version}, also in \`statement\`):

> ${applicationReview.words}

   On the page, the buyer enters an emailed code, so the confirmation counts as their own. If they confirm there, \`POST ${base}/api/agent/umbrella/status\` shows it. If they confirm to you:

${httpBlock(base, quotes)}

3. **Wait** for the offers. They appear once the fast carriers have answered. \`quoting.waiting_on\` names those that may add an offer later.

${httpBlock(base, poll('pending_quotes'))}

4. **Choose.** Show \`offers\` with \`display_notes\`. Ask which one they want (the example takes the recommended one) and \`next_question\`, which completes the application. Then ask \`credit_consent_question\` word for word (version ${creditCheck.version}):

> ${creditCheck.words}

   \`selection_confirmed\` states what \`statement\` says. Send the buyer's own answer together with the remaining answers. \`No\` is recorded too: the offers stay open, but none can be bought without the credit check. Ask again only if the buyer wants to go on.

${httpBlock(base, select(startDate))}

   Offers expire (\`expires_at\`). For new ones, send draft with the \`uid\` and an empty \`intake\`, and show the new review.

   The consent covers the complete application. A \`Yes\` sent while answers are missing does not count: ask again, then select again with all answers.
5. **Buy.** Show the whole \`purchase_preview\`, with its notices word for word. To choose another way to pay, call bind with only \`payment\` first: the purchase is what the last preview showed. The next call commits the buyer: with \`bind_confirmed\` you state this (version ${purchaseAttestation.version}, also in \`statement\`). Make it only if every word is true:

> ${purchaseAttestation.words}

${httpBlock(base, buy)}

   Until then the buyer can choose another offer or start date: select again, with their answer to \`credit_consent_question\`.

   You never sign for the buyer. If \`signature_required\` is true, the status becomes \`signature_needed\`: give the buyer \`sign_url\`, where they sign.

6. **Follow** \`next_action\` until \`status\` is \`bound\`. Some carriers collect documents and payment themselves and go straight to \`waiting_on_carrier\`. Otherwise the agency does:

${httpBlock(base, poll('signature_needed', 'chosen'))}

   \`documents_needed\`: ask for what \`required_upload_types\` lists, as PDF, PNG, or JPEG, and send it base64-encoded. Send all pages of one type in one call: a later call replaces them:

${httpBlock(base, attach)}

   \`payment_needed\`: give the buyer \`payment_url\` (the sandbox pays by itself, unless a test input fails the payment: then open the new one and mark it as paid). \`info_requested\`: answer \`next_question\` with bind, or attach. \`blocked\` is final and says why. \`quoted\` again: the carrier withdrew the offer or changed its price (\`previous_price\`), or the start date passed before the order, and nothing was bought. Choose again. The agency returns any payment. Otherwise, wait:

${httpBlock(base, poll(...waitsAfterSigning))}

## Many purchases
\`GET ${base}/api/agent/umbrella/dashboard\` lists them without personal data. The operator’s own reference goes into \`metadata\` {\`reference\`} of the first draft; \`?metadata=reference:VALUE\` finds it. \`GET ${base}/api/agent/changes?after=\` returns what changed in both lines: keep \`next\` and send it as \`after\`. \`detail_status\` is as above, and \`?stage=bound\` lists what was sold. A shared key is refused.

${afterSaleRules(base, { person: 'buyer', where: '`policy`' })}

## Headers, retries, and polling
${callRules}

## Errors
${errorTable(['invalid_request', 'unsupported_state', 'unauthorized', 'key_expired', 'operator_not_approved', 'insufficient_scope', 'live_key_required', 'not_found', 'conflict', 'binding_stopped', 'stale_token', 'request_too_large', 'idempotency_conflict', 'rate_limited', 'unavailable'])}

## Sandbox inputs
${markdownTable(
  ['Send', 'What happens'],
  umbrellaSandboxInputs.map(({ input, sentence }) => [input, sentence]),
)}

Full contract: ${base}/api/agent/openapi.yaml
`,
}
