import { html } from 'hono/html'
import { softCreditCheck } from '../../homeowners/application/consent-words.ts'
import { consumerCalls, consumerSkill } from '../skills/consumer-skill.ts'
import { errors, example, type Guide, quote, say, section } from './guide.ts'

const { prefill, submit, issues, select, bind, policy } = consumerCalls

export const consumerGuide: Guide = {
  path: '/docs/consumer',
  title: 'A shopper’s assistant',
  summary: 'For an assistant that shops for its own user: no credential, and a token that changes.',
  write: where => html`
${section(
  'Start with no credential',
  say(
    'In the examples `$name` stands for `name` in the latest answer that has it. A prefill opens an application. Its answer holds the `intake_access_token` for the next call, a `polling_token` that opens the coarse status and nothing else, and a `resume_url` where the person can go on alone.',
  ),
  example(where, prefill),
)}
${section(
  'Keep the latest token',
  say(
    'Every PATCH and POST under `/api/intake/{uid}` answers with a new `intake_access_token`, and only the newest works. If an answer is lost, send the same call with the same token and the same `Idempotency-Key`: the stored answer comes back.',
  ),
)}
${section(
  'Submit',
  say('Show the person the whole application, and ask in exactly these words:'),
  quote(softCreditCheck.words),
  say(
    'Only after a clear yes. For a real purchase the person first proves their email: `verification` says that a link was mailed.',
  ),
  example(where, submit),
  example(where, issues('pending_quotes')),
)}
${section(
  'Choose and buy',
  say('`purchase_preview` says what would be bought. Show all of it before you bind.'),
  example(where, select),
  example(where, bind),
  say('In a real purchase the person then signs at `signature_url`; nobody else can.'),
  example(where, issues('waiting_on_carrier')),
  example(where, policy),
  say(
    'Umbrella goes the same way: `selection_token` with the answer to `credit_consent_question` in place of the offer, and documents with `attach` when they are asked for.',
  ),
)}
${section('When it fails', errors('invalid_request', 'unauthorized', 'stale_access_token', 'conflict', 'stale_token'))}
<p>For agents: <a href="${consumerSkill.path}">the skill</a>. Every field: <a href="/docs#intake">the operations</a>.</p>`,
}
