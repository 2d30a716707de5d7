import { softCreditCheck } from '../../homeowners/application/consent-words.ts'
import { exampleIntake } from '../../homeowners/application/examples.ts'
import { applicationReview, creditCheck, purchaseOrder } from '../../umbrella/application/consent-words.ts'
import { callRules, errorTable } from './rules.ts'
import { list, type Skill } from './skill.ts'
import { umbrellaCalls } from './umbrella-skill.ts'
import { httpBlock, type WorkedCall } from './worked-call.ts'

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
const select = follow('POST', '/select', {
  idempotencyKey: 'my-person-select-1',
  body: { offer_id: '$offers.0.offer_id' },
})
const bind = follow('POST', '/bind', {
  idempotencyKey: 'my-person-bind-1',
  body: { preview_token: '$preview_token', bind_confirmed: true },
})

/** The worked example, in its order. */
export const consumerCalls = { prefill, submit, issues, select, bind, policy: follow('GET', '/policy') }

/** What an operator's agent sends about a purchase, a shopper's assistant sends too; the uid stands in the path. */
const sameAs = ({ body }: WorkedCall, path: string, step: string): WorkedCall => {
  const { uid: _uid, ...rest } = { uid: '', ...body }
  return follow('POST', path, { idempotencyKey: `my-person-umbrella-${step}-1`, body: rest })
}

const umbrella = {
  prefill: {
    method: 'POST',
    path: '/api/consumer/umbrella/prefill',
    idempotencyKey: 'my-person-umbrella-prefill-1',
    body: { ...umbrellaCalls.draft.body },
  } satisfies WorkedCall,
  submit: follow('PATCH', '', {
    idempotencyKey: 'my-person-umbrella-submit-1',
    body: { confirm_submission: true },
  }),
  select: sameAs(umbrellaCalls.select, '/select', 'select'),
  answers: (startDate: string) => sameAs(umbrellaCalls.answers(startDate), '/bind', 'answers'),
  buy: sameAs(umbrellaCalls.buy, '/bind', 'buy'),
  attach: sameAs(umbrellaCalls.attach, '/attach', 'attach'),
}

export const consumerSkill: Skill = {
  path: '/api/consumer/skill.md',
  name: 'bindery-consumer',
  description:
    'Buy homeowners or umbrella insurance for the person you work for. No credential is needed, and none may be asked for.',
  write: ({ base, startDate }) => `# Insurance for the person you work for

You shop for your own user. Start an application with what you know, finish it with them, show them the offers, and let them decide.

## Rules
${list([
  'Never ask the person for a credential, and send none: an operator key is ignored here. What opens an application is the `intake_access_token` of its latest answer. Show it to nobody, not even to the person.',
  'Every PATCH and POST replaces the token: keep the one of the latest answer. If an answer is lost, send the same call again with the same token and the same `Idempotency-Key`.',
  'Never invent an answer and never assume a consent. What the person did not confirm is sent with an entry in `field_estimates`.',
  'Never ask for or send social security numbers, card or bank data, or passwords: such keys are refused.',
  'Show offers as they are, and let the person choose. Nothing is bound without them.',
])}

## Homeowners, from start to policy
In the examples \`$name\` stands for \`name\` in the latest answer that has it; a dot leads into it.

1. **Start.** Add \`"sandbox": true\` to rehearse: nothing is mailed, nothing is real. Leave it out for a real purchase.

${httpBlock(base, prefill)}

   Ask for what \`missing_fields\` lists and send it with \`PATCH ${base}/api/intake/{uid}\` {\`intake\`}.
2. **Submit.** Show the person the whole application, and ask in exactly these words (version ${softCreditCheck.version}, also in \`credit_consent_question\`):

> ${softCreditCheck.words}

   Only after a clear yes:

${httpBlock(base, submit)}

   For a real purchase the person first proves their email: \`verification\` says that a link was mailed. When they have opened it, send the same again under a new \`Idempotency-Key\`.
3. **Wait for offers.**

${httpBlock(base, issues('pending_quotes'))}

4. **Choose.** Send the offer that the person chose; \`purchase_preview\` says what would be bought.

${httpBlock(base, select)}

5. **Buy.** Show the whole \`purchase_preview\`, and bind only after a clear yes. In a real purchase the answer is \`signature_needed\` with \`signature_url\`: the person signs there, nobody else can.

${httpBlock(base, bind)}

${httpBlock(base, issues('waiting_on_carrier'))}

${httpBlock(base, consumerCalls.policy)}

## Umbrella, from start to policy
1. **Start** with what you know, and ask \`next_question\` until nothing is missing; answers go with \`PATCH ${base}/api/intake/{uid}\` {\`intake\`}.

${httpBlock(base, umbrella.prefill)}

2. **Submit** when the person has read the whole review, with estimates marked, and agreed to this (version ${applicationReview.version}):

> ${applicationReview.words}

${httpBlock(base, umbrella.submit)}

${httpBlock(base, issues('pending_quotes'))}

3. **Choose.** Show \`offers\`, and ask in exactly these words (version ${creditCheck.version}, also in \`credit_consent_question\`). Send the person's own answer; \`No\` is one too.

> ${creditCheck.words}

${httpBlock(base, umbrella.select)}

4. **Buy.** Answer what \`next_question\` asks:

${httpBlock(base, umbrella.answers(startDate))}

   Then show \`selected_offer\` once more. The next call commits the person; make it only when they said (version ${purchaseOrder.version}):

> ${purchaseOrder.words}

${httpBlock(base, umbrella.buy)}

${httpBlock(base, issues('chosen'))}

5. **Follow** it to \`bound\`. In \`documents_needed\` send what \`required_upload_types\` lists; in \`payment_needed\` give the person \`payment_url\` (in the sandbox it is paid by itself); in \`info_requested\` answer \`next_question\` with bind.

${httpBlock(base, umbrella.attach)}

${httpBlock(base, issues('documents_pending_review', 'payment_needed', 'waiting_on_carrier'))}

## How it stands, without a token
\`GET ${base}/api/consumer/status?token=…\` with the \`polling_token\` tells the coarse status and nothing personal. The person can go on alone at \`resume_url\`.

## Calling well
${callRules}

## When it fails
${errorTable(['invalid_request', 'unauthorized', 'stale_access_token', 'not_found', 'conflict', 'stale_token', 'idempotency_conflict', 'rate_limited', 'unavailable'])}

The whole contract: ${base}/api/consumer/openapi.yaml
`,
}
