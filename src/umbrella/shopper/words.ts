import { illustrativeInstructions } from '../../line/wire/illustrative.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'

export const shopperOperations = ['patch', 'select', 'bind', 'attach', 'issues', 'policy', 'none'] as const

type Operation = (typeof shopperOperations)[number]
type Next = { operation: Operation; description: string; instructions: readonly string[] }

const POLL = 'Poll with poll_request after poll_after_seconds, or long-poll with Prefer: wait=25.'

const next = (operation: Operation, description: string, ...instructions: string[]): Next => ({
  operation,
  description,
  instructions,
})
const wait = (description: string, ...instructions: string[]): Next =>
  next('issues', description, ...instructions, POLL)

export const WAIT_FOR_PERSON: { operation: Operation; description: string } = {
  operation: 'issues',
  description: 'Wait for the person. Poll without sending anything again.',
}

export const CONFIRM_THERE =
  'The person has opened the review page. Tell them to confirm the application there. Do not send the submission again; poll with poll_request.'

const NEXT: Record<UmbrellaStatus, Next> = {
  needs_more_info: next(
    'patch',
    'Ask the person next_question and send the answers.',
    'Fill in what you know and the person approved. Ask the rest, one next_question at a time.',
    'Flag each value that the person did not confirm in field_estimates.',
  ),
  ready_for_review: next(
    'patch',
    'Show the person the whole review and statement. Send confirm_submission: true once they confirm both.',
    'Show the review unchanged, with each estimate marked, or give the person review_url. Never confirm for them.',
  ),
  ineligible: next(
    'patch',
    'If an answer was wrong, send the right one.',
    'Tell the person the ineligible_reasons. Change an answer only if it was wrong.',
  ),
  pending_quotes: wait('Wait for the offers.'),
  quoted: next(
    'select',
    'Ask the person next_question, if any. Send the answers with the selection_token of their choice and their credit consent.',
    'Show all offers unchanged. Recommend only the offer flagged recommended, with its reason.',
    'selection_confirmed: true states what statement says. Show credit_consent_question word for word and send the person’s own answer. Never answer for them.',
  ),
  no_quotes: next(
    'none',
    'No carrier made an offer. The person can start a new prefill.',
    'Tell the person that no carrier made an offer, and give the reasons in declines.',
  ),
  credit_consent_required: next(
    'select',
    'Ask next_question, if any, and credit_consent_question. Send the selection again with the answers and credit_consent.',
    'Show credit_consent_question word for word. Send the person’s own Yes or No with collected_from_user: true.',
    'If verification is required, the person must open the link in their email. Then send the same call again.',
  ),
  needs_more_info_to_bind: next(
    'bind',
    'Ask the person next_question and send only those answers.',
    'Send only the answers to next_question. Nothing is bought yet.',
    'Or send them with the selection and the person’s credit consent in one select call.',
  ),
  ready_to_finalize: next(
    'bind',
    'Once the person agrees to purchase_preview and statement is true, send bind_confirmed: true. This commits the purchase.',
    'Show the whole purchase_preview and ask whether to buy it. A bind call with bind_confirmed: true is the purchase and states what statement says. Without it, nothing is bought.',
    'If verification is required, the person must open the link in their email. Then send the same call again.',
  ),
  signature_needed: wait(
    'Give the person sign_url and wait until they have signed.',
    'Give the person sign_url. They prove their email address there and sign. Never sign for them.',
  ),
  chosen: wait('Wait for the next requirement.'),
  documents_needed: next(
    'attach',
    'Send each document in required_upload_types.',
    'Ask the person for the declarations pages in required_upload_types: PDF, PNG or JPEG.',
  ),
  documents_pending_review: wait('Wait for the result.'),
  payment_needed: wait(
    'Give the person payment_url and wait until they have paid.',
    'Give the person payment_url. Never ask for a card number.',
  ),
  waiting_on_carrier: wait('Wait for the policy.'),
  info_requested: next(
    'bind',
    'Send the answers to next_question, or attach the documents.',
    'Ask the person next_question and send the answers with bind. Send documents with attach.',
  ),
  blocked: next(
    'none',
    'This purchase has ended. The person can start a new prefill.',
    'Tell the person that the carrier will not issue the policy.',
  ),
  bound: next(
    'policy',
    'The purchase is complete.',
    'Give the person the policy number and the documents in policy.',
  ),
}

const AGAIN =
  'Once the application is complete, ask the person for the credit consent again and send their own answer with select. You can send it in the same select call as the last answers.'

type Facts = { status: UmbrellaStatus; sandbox: boolean; illustrative: boolean; consentOffered: boolean }

export const shopperWords = (facts: Facts) => {
  const { operation, description, instructions } = NEXT[facts.status]
  return {
    next_action: { operation, description },
    agent_instructions: [
      ...instructions,
      ...(facts.consentOffered ? [AGAIN] : []),
      ...illustrativeInstructions(facts),
    ],
  }
}

const PATHS: Record<Operation, string | null> = {
  patch: 'PATCH /api/intake/{uid}',
  select: 'POST /api/intake/{uid}/select',
  bind: 'POST /api/intake/{uid}/bind',
  attach: 'POST /api/intake/{uid}/attach',
  issues: 'GET /api/intake/{uid}/issues',
  policy: 'GET /api/intake/{uid}/policy',
  none: null,
}

export const whatShopperDoes = (status: UmbrellaStatus): string => {
  const { operation, description } = NEXT[status]
  const path = PATHS[operation]
  return path === null ? description : `${description} (${path})`
}
