import { umbrellaSandboxInputs } from '../../carriers/sandbox/umbrella-inputs.ts'
import { applicationReview, creditCheck, purchaseOrder } from '../../umbrella/application/consent-words.ts'
import { exampleEstimates, exampleIntake } from '../../umbrella/application/examples.ts'
import { callRules, errorTable, operatorRules } from './rules.ts'
import { type Skill, table } from './skill.ts'
import { httpBlock, placeholders, type WorkedCall } from './worked-call.ts'

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
const select = call(
  'select',
  {
    selection_token: '$selection_guidance.default_selection_token',
    selection_confirmed: true,
    credit_consent: { answer: 'Yes', collected_from_user: true },
  },
  write('select'),
)
const answers = (startDate: string) =>
  call(
    'bind',
    {
      intake: {
        vehicles: [
          { year: 2020, make: 'Toyota', model: 'Camry' },
          { year: 2017, make: 'Honda', model: 'Pilot' },
        ],
        effective_date: startDate,
        prior_carrier: 'none',
      },
    },
    write('answers'),
  )
const buy = call('bind', {}, write('buy'))
// A picture of one dot: in the sandbox any PDF, PNG or JPEG is taken for the document.
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

/** The worked example, in its order. */
export const umbrellaCalls = { draft, quotes, poll, select, answers, buy, attach }

export const umbrellaSkill: Skill = {
  path: '/api/agent/skill.md',
  name: 'bindery-umbrella',
  description:
    'Buy umbrella insurance for a customer of the operator: draft, one review, quotes, a choice with credit consent, purchase.',
  write: ({ base, startDate }) => `# Umbrella insurance for an operator's customers

You fill in the application, the buyer reviews it once as a whole, carriers quote, the buyer chooses and consents, and you buy. Every answer has the same body: \`status\`, \`next_question\`, \`next_action\` and \`agent_instructions\` say what comes next. Homeowners insurance has a skill of its own: ${base}/api/agent/homeowners/skill.md

## Rules
${operatorRules}

## Before the first call
You need an operator key: \`POST ${base}/api/agent/key/request\` with the operator's own \`email\`, then \`POST ${base}/api/agent/key/confirm\` with \`email\` and the mailed \`otp\`. Other ways to a credential: ${base}/auth.md

## The order of calls
${placeholders}

1. **Draft** with everything you were given. Add \`"sandbox": true\` to rehearse: nothing is mailed and nobody is charged. Leave it out for a real buyer.

${httpBlock(base, draft)}

   While \`status\` is \`needs_more_info\`, ask what \`next_question\` says, and send the answers with the same \`uid\`. \`ineligible\` comes with \`ineligible_reasons\`: tell the buyer, and stop.
2. **Review.** When \`status\` is \`ready_for_review\`, show the buyer the whole \`review\`, with estimates marked, or give them \`review_url\`, where they correct and confirm it themselves. The buyer must agree to this (version ${applicationReview.version}):

> ${applicationReview.words}

   If they confirmed on the page, \`umbrellaStatus\` shows it. If they confirmed to you:

${httpBlock(base, quotes)}

3. **Wait** for the offers; all appear together.

${httpBlock(base, poll('pending_quotes'))}

4. **Choose.** Show \`offers\` with their \`display_notes\`. In the same reply ask for the choice and, word for word, \`credit_consent_question\` (version ${creditCheck.version}):

> ${creditCheck.words}

   Send the buyer's own answer. \`No\` is an answer too: it is recorded, and the offers stay.

${httpBlock(base, select)}

5. **Answer what is left**: only what \`next_question\` asks.

${httpBlock(base, answers(startDate))}

6. **Buy.** Show \`selected_offer\` once more. This call commits the buyer; make it only when they said (version ${purchaseOrder.version}):

> ${purchaseOrder.words}

${httpBlock(base, buy)}

7. **Follow** \`status\` to \`bound\`. Some carriers collect documents and payment themselves and go straight to \`waiting_on_carrier\`; for others the agency does:

${httpBlock(base, poll('chosen'))}

   \`documents_needed\`: ask the buyer for what \`required_upload_types\` lists, as PDF, PNG or JPEG, and send it in base64:

${httpBlock(base, attach)}

   \`payment_needed\`: give the buyer \`payment_url\` (in the sandbox it is paid by itself). \`info_requested\`: answer \`next_question\` with bind, or attach. \`blocked\` is final: the reason is there. Otherwise wait:

${httpBlock(base, poll('documents_pending_review', 'payment_needed', 'waiting_on_carrier'))}

## Calling well
${callRules}

## When it fails
${errorTable(['invalid_request', 'unauthorized', 'key_expired', 'insufficient_scope', 'not_found', 'conflict', 'stale_token', 'request_too_large', 'idempotency_conflict', 'rate_limited', 'unavailable'])}

## Sandbox inputs
${table(
  ['Send', 'What happens'],
  umbrellaSandboxInputs.map(({ input, sentence }) => [input, sentence]),
)}

The whole contract: ${base}/api/agent/openapi.yaml
`,
}
