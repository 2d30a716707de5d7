import { html } from 'hono/html'
import { umbrellaSandboxInputs } from '../../carriers/sandbox/umbrella-inputs.ts'
import { applicationReview, creditCheck, purchaseOrder } from '../../umbrella/application/consent-words.ts'
import { umbrellaCalls, umbrellaSkill } from '../skills/umbrella-skill.ts'
import { placeholders } from '../skills/worked-call.ts'
import { errors, example, type Guide, quote, sandbox, say, section } from './guide.ts'

const { draft, quotes, poll, select, answers, buy, attach } = umbrellaCalls

export const umbrellaGuide: Guide = {
  path: '/docs/umbrella',
  title: 'Umbrella',
  summary: 'Draft, one review by the buyer, quotes, a choice with credit consent, purchase.',
  write: where => html`
${say('Every answer has the same body: `next_question`, `next_action` and `agent_instructions` say what comes next, so a program can follow them from the first draft to the policy.')}
${say(placeholders)}
${section(
  'Draft',
  say(
    'Send what you know, and mark estimates. While `status` is `needs_more_info`, ask what `next_question` says and send the answers with the same `uid`.',
  ),
  example(where, draft),
)}
${section(
  'Let the buyer review it',
  say(
    'In `ready_for_review` the buyer reads the whole `review`, from you or at `review_url`, and agrees to this:',
  ),
  quote(applicationReview.words),
  say('If they agreed to you, say so. Carriers are then asked; all offers appear together.'),
  example(where, quotes),
  example(where, poll('pending_quotes')),
)}
${section(
  'Choose',
  say('Show the `offers` with their `display_notes`, and ask in exactly these words:'),
  quote(creditCheck.words),
  say('Send the buyer’s own answer with the choice. This buys nothing.'),
  example(where, select),
)}
${section(
  'Buy',
  say('Answer what is still asked:'),
  example(where, answers(where.startDate)),
  say('The next call commits the buyer. Make it only when they said:'),
  quote(purchaseOrder.words),
  example(where, buy),
)}
${section(
  'Follow it to the policy',
  say(
    'Some carriers collect documents and payment themselves. For others the agency does: in `documents_needed` send what `required_upload_types` lists, in `payment_needed` give the buyer `payment_url`, in `info_requested` answer `next_question`.',
  ),
  example(where, attach),
  example(where, poll('documents_pending_review', 'payment_needed', 'waiting_on_carrier')),
  say('`bound` comes with `policy` and its documents; `blocked` is final, and the reason is there.'),
)}
${sandbox(umbrellaSandboxInputs)}
${section('When it fails', errors('invalid_request', 'not_found', 'conflict', 'stale_token', 'request_too_large'))}
<p>For agents: <a href="${umbrellaSkill.path}">the skill</a>. Every field: <a href="/docs#umbrella">the operations</a>.</p>`,
}
