import { sandboxInputs } from '../../../agency/carriers/sandbox/homeowners-inputs.ts'
import { umbrellaSandboxInputs } from '../../../agency/carriers/sandbox/umbrella-inputs.ts'
import { softCreditCheck } from '../../../products/homeowners/application/consent-words.ts'
import { exampleIntake } from '../../../products/homeowners/application/examples.ts'
import { waitsAfterSigning } from '../../../products/line/reviewed-purchase/application/statuses.ts'
import { SHOW_OFFERS } from '../../../products/line/wire/previous-price.ts'
import {
  applicationReview,
  creditCheck,
  purchaseAttestation,
} from '../../../products/umbrella/consent-words.ts'
import { callRules, errorTable, shopperMessage } from './rules.ts'
import { bulletList, type Skill, type Where } from './skill.ts'
import { reviewedCalls } from './umbrella-skill.ts'
import { httpBlock, shopperPlaceholders, type WorkedCall } from './worked-call.ts'

const follow = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  more: Partial<WorkedCall> = {},
): WorkedCall => ({
  method,
  path: `/api/intake/$uid${path}`,
  credential: '$intake_access_token',
  ...more,
})

const prefill: WorkedCall = {
  method: 'POST',
  path: '/api/consumer/homeowners/prefill',
  idempotencyKey: 'my-person-prefill-1',
  body: { sandbox: true, intake: exampleIntake },
}
const submit = follow('PATCH', '', {
  idempotencyKey: 'my-person-submit-1',
  body: { confirm_submission: true, credit_check_authorized: true },
})
const issues = (...whileStatus: string[]): WorkedCall => follow('GET', '/issues', { whileStatus })
const quotes: WorkedCall = { ...issues('pending_quotes'), orWaitingOn: 'email_proof' }
const select = follow('POST', '/select', {
  idempotencyKey: 'my-person-select-1',
  body: { offer_id: '$offers.0.offer_id' },
})
const bind = (startDate: string): WorkedCall =>
  follow('POST', '/bind', {
    idempotencyKey: 'my-person-bind-1',
    body: { preview_token: '$preview_token', bind_confirmed: true, effective_date: startDate },
  })

export const consumerCalls = {
  prefill,
  submit,
  issues,
  quotes,
  select,
  bind,
  policy: follow('GET', '/policy'),
}

const sameAs = ({ body }: WorkedCall, path: string, step: string): WorkedCall => {
  const { uid: _uid, ...rest } = { uid: '', ...body }
  return follow('POST', path, { idempotencyKey: `my-person-umbrella-${step}-1`, body: rest })
}

const umbrella = {
  prefill: {
    method: 'POST',
    path: '/api/consumer/umbrella/prefill',
    idempotencyKey: 'my-person-umbrella-prefill-1',
    body: { ...reviewedCalls.draft.body },
  } satisfies WorkedCall,
  submit: follow('PATCH', '', {
    idempotencyKey: 'my-person-umbrella-submit-1',
    body: { confirm_submission: true, review_token: '$review_token' },
  }),
  select: (startDate: string) => sameAs(reviewedCalls.select(startDate), '/select', 'select'),
  buy: sameAs(reviewedCalls.buy, '/bind', 'buy'),
  attach: sameAs(reviewedCalls.attach, '/attach', 'attach'),
}

const rehearsals = (inputs: readonly { input: string; outcome: string }[]): string =>
  `${inputs.map(({ input, outcome }) => `\`${input}\`: ${outcome.replaceAll('_', ' ')}`).join('; ')}.`

const homeownersSteps = ({ base, startDate }: Where): string => `## Homeowners, from start to policy
${shopperPlaceholders}

1. **Start.** Add \`"sandbox": true\` to rehearse: no emails are sent and nothing is real. Omit it for a real purchase.

${httpBlock(base, prefill)}

   Ask for what \`missing_fields\` lists and send the answers with \`PATCH ${base}/api/intake/{uid}\` {\`intake\`}.
2. **Submit.** Show the person the whole application, then ask in exactly these words (version ${softCreditCheck.version}, also in \`credit_consent_question\`):

> ${softCreditCheck.words}

   Only after a clear yes:

${httpBlock(base, submit)}

   In a real purchase, the person first confirms their email: \`waiting_on\` is \`email_proof\`, and we email them a link. Their click submits the application. Don't send it again; wait for it like this:
3. **Wait for offers.**

${httpBlock(base, quotes)}

4. **Choose.** Send the offer the person chose; with it you state what \`statement\` says. With several homes, send \`offer_ids\`: one for each home to insure now. The others can be bought later. \`purchase_preview\` shows what they would buy.

${httpBlock(base, select)}

5. **Buy.** Show the whole \`purchase_preview\`, with its notices word for word, and bind only after a clear yes: with \`bind_confirmed\` you state what \`statement\` says. In a real purchase, the response is \`signature_needed\` with \`signature_url\`. The person signs there; you cannot. The sandbox plays their confirmation of the estimates and their signature, and goes on to \`bound\`.

   \`purchase_preview.effective_date\` is the day coverage starts: the closing date of a new purchase, or the day their current policy is known to expire. If it is null, or they want another day, send \`effective_date\`. Before, tell them what a \`start_warning\` says.

${httpBlock(base, bind(startDate))}

${httpBlock(base, issues('signature_needed', 'waiting_on_carrier'))}

   \`info_requested\`: the carrier wants something from the person first; \`response_summary\` says what. Don't bind again before it is resolved. \`quoted\` again: the carrier refused, or asks another price. Tell the person, and let them choose again.

${httpBlock(base, consumerCalls.policy)}

Later, \`POST ${base}/api/intake/{uid}/policy/requests\` {\`kind\`, \`details\`, \`wanted_on\`} asks for a cancellation or a change, or accepts an offer in \`renewal\`. It shows a preview first; after the person’s yes, send it again with \`request_confirmed: true\` (for a renewal, with the preview’s \`details\`). Nothing changes until the carrier agrees: see \`life\` and \`requests\`.`

const umbrellaSteps = ({ base, startDate }: Where): string => `## Umbrella, from start to policy
1. **Start** with what you know. Ask \`next_question\` until nothing is missing, and send answers with \`PATCH ${base}/api/intake/{uid}\` {\`intake\`}.

${httpBlock(base, umbrella.prefill)}

2. **Submit** after the person has read the whole review, with estimates marked, and agreed to this (version ${applicationReview.version}, also in \`statement\`):

> ${applicationReview.words}

${httpBlock(base, umbrella.submit)}

   In a real purchase, \`waiting_on\` is \`email_proof\` until the person clicks the link that we email them. Their click submits the application.

${httpBlock(base, quotes)}

3. **Choose.** Show \`offers\` and ask \`next_question\`, which completes the application. Then ask in exactly these words (version ${creditCheck.version}, also in \`credit_consent_question\`). Send the person's own answer together with the remaining answers, even if it is \`No\`: without the credit check, no offer can be bought. A \`Yes\` sent while answers are missing does not count and must be sent again. The example takes the recommended offer; send the one they chose.

> ${creditCheck.words}

${httpBlock(base, umbrella.select(startDate))}

4. **Buy.** Show the whole \`purchase_preview\`, with its notices word for word. The next call commits the person: with \`bind_confirmed\` you state this (version ${purchaseAttestation.version}, also in \`statement\`). Make it only if every word is true:

> ${purchaseAttestation.words}

${httpBlock(base, umbrella.buy)}

   You never sign for the person. If \`signature_required\` is true, the status becomes \`signature_needed\`: give the person \`sign_url\`, where they sign themselves.

${httpBlock(base, issues('signature_needed', 'chosen'))}

5. **Follow** the status until it is \`bound\`. In \`documents_needed\`, send what \`required_upload_types\` lists. In \`payment_needed\`, give the person \`payment_url\` (the sandbox pays it automatically, unless the test input makes the payment fail: then open the new \`payment_url\` and mark it as paid). In \`info_requested\`, answer \`next_question\` with bind.

${httpBlock(base, umbrella.attach)}

${httpBlock(base, issues(...waitsAfterSigning))}`

export const consumerSkill: Skill = {
  path: '/api/consumer/skill.md',
  name: 'bindery-consumer',
  description:
    'Buy homeowners or umbrella insurance for the person you work for. You need no credential. Never ask the person for one.',
  write: where => `# Insurance for the person you work for

You shop for your own user. Start an application with what you know, complete it with them, show them the offers, and let them decide.

## Rules
${bulletList([
  'Never ask the person for a credential, and send none. To access an application, use the `intake_access_token` from its latest response. Show it to no one, not even the person.',
  'Every PATCH and POST returns a new token. Keep the latest one. If a response is lost, repeat the call with the same token and the same `Idempotency-Key`.',
  'Never invent an answer and never assume consent. List each value the person did not confirm in `field_estimates`.',
  'Never ask for or send Social Security numbers, card or bank data, or passwords. Such keys are refused.',
  `${SHOW_OFFERS} Let the person choose. Nothing is bought without them.`,
  'If an offer has `illustrative: true`, tell the person that it is a demonstration, not insurance.',
])}

${homeownersSteps(where)}

${umbrellaSteps(where)}

## Sandbox inputs
With \`"sandbox": true\`, one answer decides what happens. Homeowners (details: ${where.base}/docs/homeowners):

${rehearsals(sandboxInputs)}

Umbrella (details: ${where.base}/docs/umbrella):

${rehearsals(umbrellaSandboxInputs)}

Time cannot be moved here, so a shopper's offers expire only after their 30 days.

## Status without an access token
\`GET ${where.base}/api/consumer/status?token=…\` with the \`polling_token\` returns the coarse status and no personal data. \`POST\` with \`token\` in the body, or the token as \`Authorization: Bearer\`, works too. The person can continue on their own at \`resume_url\`.

## Headers, retries, and polling
${callRules}

## Errors
${errorTable(['invalid_request', 'unauthorized', 'stale_access_token', 'not_found', 'conflict', 'binding_stopped', 'stale_token', 'idempotency_conflict', 'rate_limited', 'unavailable'], shopperMessage)}

Full contract: ${where.base}/api/consumer/openapi.yaml
`,
}
