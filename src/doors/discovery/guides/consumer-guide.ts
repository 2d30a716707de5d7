import { html } from 'hono/html'
import { softCreditCheck } from '../../../products/homeowners/application/consent-words.ts'
import { consumerCalls, consumerSkill } from '../skills/consumer-skill.ts'
import { shopperMessage } from '../skills/rules.ts'
import { beforeExamples, errors, example, type Guide, paragraph, section, wordForWord } from './guide.ts'

const { prefill, submit, issues, quotes, select, bind, policy } = consumerCalls

export const consumerGuide: Guide = {
  path: '/docs/consumer',
  title: 'A shopper’s assistant',
  summary: 'For an assistant that shops for its own user. No credential; the token changes with each call.',
  write: where => html`
${beforeExamples()}
${section(
  'Start with no credential',
  paragraph(
    'A prefill starts an application. Its response holds the `intake_access_token` for the next call, a `polling_token` that only reads the coarse status (`GET /api/consumer/status?token=…`), and a `resume_url` where the person can continue on their own.',
  ),
  example(where, prefill),
)}
${section(
  'Keep the latest token',
  paragraph(
    'Every PATCH and POST under `/api/intake/{uid}` returns a new `intake_access_token`. Only the newest works. If a response is lost, repeat the call with the same token and the same `Idempotency-Key` to get the stored response.',
  ),
)}
${section(
  'Submit',
  paragraph('Show the person the whole application, then ask in exactly these words:'),
  wordForWord(softCreditCheck.words),
  paragraph(
    'Continue only after a clear yes. In a real purchase `waiting_on` is then `email_proof`: we email the person a link, and their click submits the application. Don’t send it again; poll.',
  ),
  example(where, submit),
  example(where, quotes),
)}
${section(
  'Choose and buy',
  paragraph(
    '`purchase_preview` shows what the person would buy. Show all of it before you bind. With `bind_confirmed` you state what `statement` says.',
  ),
  example(where, select),
  paragraph(
    '`purchase_preview.effective_date` is the day coverage starts: the closing date of a new purchase, or the day their current policy is known to expire. If it is null, or they want another day, send `effective_date`. If there is a `start_warning`, tell the person what it says first.',
  ),
  example(where, bind(where.startDate)),
  paragraph(
    'In a real purchase, the person then confirms the estimates and signs at `signature_url`. Only they can sign. The sandbox plays both and goes on to `bound`.',
  ),
  paragraph(
    '`info_requested` means the carrier wants something before it issues the policy; `response_summary` says what. If it refuses, the status is `quoted` again and `declines` says why.',
  ),
  example(where, issues('signature_needed', 'waiting_on_carrier')),
  example(where, policy),
  paragraph(
    'Later, `POST /api/intake/{uid}/policy/requests` asks for a cancellation or a change, or accepts the offer in `renewal`, which can come in the 90 days before the policy ends. The first call returns a preview; after the person’s yes, send it again with `request_confirmed: true`, and for a renewal with `details` of the preview. Nothing changes until the insurance company agrees: `life` and `requests` in the policy say so.',
  ),
  paragraph(
    'No call withdraws or deletes an application. Until a policy is bound, the person withdraws a home application after signing in at `resume_url`. To have their data deleted, they contact the agency.',
  ),
  paragraph(
    'Umbrella differs in three calls. Submit with `confirm_submission` and the `review_token` of the review that the person read, without a credit answer. Select with `selection_token`, `selection_confirmed`, `credit_consent` and the answers to `next_question`. Bind with `bind_confirmed` alone. When documents are needed, upload them with `attach`.',
  ),
)}
${section('Errors', errors(['invalid_request', 'unauthorized', 'stale_access_token', 'conflict', 'binding_stopped', 'stale_token'], shopperMessage))}
<p>For agents: <a href="${consumerSkill.path}">the skill</a>. Every field: <a href="/docs#intake">the operations</a>.</p>`,
}
