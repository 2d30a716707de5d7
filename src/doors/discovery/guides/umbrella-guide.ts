import { html } from 'hono/html'
import { umbrellaSandboxInputs } from '../../../agency/carriers/sandbox/umbrella-inputs.ts'
import { waitsAfterSigning } from '../../../products/line/reviewed-purchase/application/statuses.ts'
import {
  applicationReview,
  creditCheck,
  purchaseAttestation,
} from '../../../products/umbrella/consent-words.ts'
import { reviewedCalls, umbrellaSkill } from '../skills/umbrella-skill.ts'
import {
  afterSaleSection,
  beforeExamples,
  errors,
  example,
  type Guide,
  OPERATOR_CREDENTIAL,
  paragraph,
  sandbox,
  section,
  wordForWord,
} from './guide.ts'

const { draft, quotes, poll, select, buy, attach, ask } = reviewedCalls

export const umbrellaGuide: Guide = {
  path: '/docs/umbrella',
  title: 'Umbrella',
  summary: 'Draft, the buyer’s review, quotes, a choice with credit consent, purchase.',
  write: where => html`
${paragraph('Every response has the same format. `next_question`, `next_action`, and `agent_instructions` say what to do next, from the first draft to the policy.')}
${beforeExamples(OPERATOR_CREDENTIAL)}
${section(
  'Draft',
  paragraph(
    'Send what you know and mark estimates. While `status` is `needs_more_info`, ask the buyer `next_question` and send the answers with the same `uid`.',
  ),
  example(where, draft),
)}
${section(
  'Let the buyer review it',
  paragraph(
    'In `ready_for_review`, the buyer reads the whole `review`, shown by you or at `review_url`, and agrees to this, also in `statement`. The page opens with a code that we email to the buyer.',
  ),
  wordForWord(applicationReview.words),
  paragraph(
    'If they agree in your conversation, confirm it. We then ask the carriers. Offers appear once the carriers that answer at once have answered. `quoting.waiting_on` names those that may add an offer later, and `quoting.expected_by` says until when.',
  ),
  example(where, quotes),
  example(where, poll('pending_quotes')),
)}
${section(
  'Choose',
  paragraph(
    'Show the `offers` with their `display_notes` and ask `next_question`, which completes the application. Then ask in exactly these words:',
  ),
  wordForWord(creditCheck.words),
  paragraph(
    '`selection_confirmed` states what `statement` says. Send the buyer’s own answer with the choice and the remaining answers. This buys nothing. The consent covers the complete application: one that arrives earlier is kept as offered, does not count, and must come again.',
  ),
  example(where, select(where.startDate)),
)}
${section(
  'Buy',
  paragraph(
    'Show the whole `purchase_preview`, with its notices word for word. The next call commits the buyer: with `bind_confirmed` you state this, also in `statement`. Without it, `bind` only returns the preview. A `payment` that you send with a preview counts for the purchase. Until it is bought, `select` chooses again: another offer, or another start date.',
  ),
  wordForWord(purchaseAttestation.words),
  example(where, buy),
  paragraph(
    'You never sign for the buyer, and the binder says who ordered the policy. If a carrier requires the buyer’s own signature, the status becomes `signature_needed`: give the buyer `sign_url`.',
  ),
)}
${section(
  'Follow it to the policy',
  paragraph(
    'Some carriers collect documents and payment themselves. For others, the agency does: in `documents_needed`, send what `required_upload_types` lists; in `payment_needed`, give the buyer `payment_url`; in `info_requested`, answer `next_question`. `waiting_on` says whose turn it is.',
  ),
  paragraph(
    '`GET /api/agent/umbrella/dashboard` lists your purchases, and `GET /api/agent/changes?after=` returns what changed in all your requests, without personal data. `stage` says how far a request is, in the same words for both lines, in every answer, row and change; `?stage=bound` lists what was sold. Send `metadata` with a draft to keep your own reference; `?metadata=reference:LOAN-4711` finds it, and `?sandbox=false` leaves out rehearsals.',
  ),
  example(where, poll('signature_needed', 'chosen')),
  example(where, attach),
  example(where, poll(...waitsAfterSigning)),
  paragraph(
    '`bound` includes `policy` and its documents. `blocked` is final and includes the reason. The buyer is emailed either way. A household can buy one umbrella, also through different operators; the sandbox does not check this.',
  ),
)}
${afterSaleSection('buyer', '`policy`', example(where, ask))}
${sandbox(umbrellaSandboxInputs)}
${section('Errors', errors(['invalid_request', 'unsupported_state', 'operator_not_approved', 'not_found', 'conflict', 'binding_stopped', 'stale_token', 'request_too_large']))}
<p>For agents: <a href="${umbrellaSkill.path}">the skill</a>. Every field: <a href="/docs#umbrella">the operations</a>.</p>`,
}
