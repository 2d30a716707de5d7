import { flagEstimates } from '../../line/fields/sent-estimate.ts'
import { mayStillOffer, waitForCarriers } from '../../line/offers/progress-words.ts'
import { canceledInstruction } from '../../line/wire/ended-on.ts'
import { POLL } from '../../line/wire/follow-up.ts'
import { illustrativeInstructions } from '../../line/wire/illustrative.ts'
import { isChanged, isOver, lifeInstructions } from '../../line/wire/policy-words.ts'
import { MONEY_BACK } from '../../line/wire/previous-price.ts'
import { SHOW_OFFERS } from '../../line/wire/showing-offers.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'
import { ATTACH, answerRequested, askForDocuments } from '../operator/documents-words.ts'
import { isNoneLeft, REHEARSED_PAYMENT, startPassedInstructions } from '../operator/exception-words.ts'
import { CONSENT_SHAPE, type SessionFacts } from '../operator/session-facts.ts'
import { boundAction, changeFirst, consentAgain, REHEARSAL } from '../operator/session-words.ts'

export const shopperOperations = ['patch', 'select', 'bind', 'attach', 'issues', 'policy', 'none'] as const

type Operation = (typeof shopperOperations)[number]
type Next = { operation: Operation; description: string; instructions: readonly string[] }

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
    'Ask the person next_question and send the answers in intake.',
    'Fill in what you know and the person approved. Ask the rest, one next_question at a time.',
    flagEstimates({ what: 'value that the person', where: 'field_estimates', example: 'vehicle_count' }),
  ),
  ready_for_review: next(
    'patch',
    'Show the person the whole review and statement. Once they confirm both, send review_token with confirm_submission: true.',
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
    'Ask the person everything in next_question first, if it is there. Send all of their answers in intake, with the selection_token of their choice, selection_confirmed: true and credit_consent.',
    SHOW_OFFERS,
    `selection_confirmed: true states what statement says. Show credit_consent_question word for word, and send the person’s own answer: ${CONSENT_SHAPE} Never answer for them.`,
    'The consent counts only once no answer is missing. next_question lists all of them; pending_fields names them and the values that are still estimates.',
  ),
  no_quotes: next(
    'none',
    'No carrier made an offer. The person can start a new prefill.',
    'Tell the person that no carrier made an offer, and give the reasons in declines.',
  ),
  credit_consent_required: next(
    'select',
    'Ask everything in next_question, if it is there, and credit_consent_question. Send the selection again with all answers in intake and credit_consent.',
    `Show credit_consent_question word for word, and send the person’s own answer: ${CONSENT_SHAPE}`,
    'The selection is selection_token of selected_offer and selection_confirmed: true.',
  ),
  needs_more_info_to_bind: next(
    'bind',
    'Ask the person next_question and send only those answers, in intake.',
    'Send only the answers to next_question with bind. Nothing is bought yet.',
  ),
  ready_to_finalize: next(
    'bind',
    'Once the person agrees to purchase_preview and statement is true, send bind_confirmed: true. This commits the purchase.',
    'Show the whole purchase_preview and ask whether to buy it. A bind call with bind_confirmed: true is the purchase and states what statement says. Without it, nothing is bought.',
    changeFirst('person'),
  ),
  signature_needed: wait(
    'Give the person sign_url and wait until they have signed.',
    'Give the person sign_url. They prove their email address there and sign. Never sign for them.',
    changeFirst('person'),
  ),
  chosen: wait('Wait for the next requirement.'),
  documents_needed: next('attach', ATTACH),
  documents_pending_review: wait('Wait for the result.'),
  payment_needed: wait(
    'Give the person payment_url and wait until they have paid.',
    'Give the person payment_url. Never ask for a card number.',
  ),
  waiting_on_carrier: wait('Wait for the policy.'),
  info_requested: next('bind', 'Send the answers to next_question, or attach the documents.'),
  blocked: next(
    'none',
    'This purchase has ended. The person can start a new prefill.',
    `Tell the person that the carrier will not issue the policy and that they owe nothing for it. ${MONEY_BACK}`,
  ),
  bound: next(
    'policy',
    'The purchase is complete.',
    'Give the person the policy number and the documents in policy.',
  ),
}

const REFUSED = next(
  'none',
  'The person said No to the credit check. Do nothing, unless they change their mind. Then send select with the selection_token of their choice, selection_confirmed: true and their new answer in credit_consent.',
  'Tell the person that their No is recorded, and that none of these offers can be bought without the credit check.',
  `Do not ask the credit question again unless the person wants to go on. Then show credit_consent_question word for word, and send their own answer: ${CONSENT_SHAPE}`,
)

const ENDED = next(
  'none',
  'The purchase was ended. Do nothing, unless the person asks you to buy it after all. Then start again with select, with their new choice and their own answers.',
  `Tell the person that the purchase has ended and that they owe nothing for it. ${MONEY_BACK} Do not choose or buy again unless they ask you to.`,
)

const REFUSED_THEMSELVES = next(
  'none',
  'The person said No to the credit check. If they change their mind, they choose an offer and agree on their own page: the one where they said No.',
  'The person said No on their own page. Do not ask the credit question again, and do not send select: only the person can change their answer, on that page.',
)

const EXPIRED = next(
  'none',
  'The offers have expired. If the person still wants coverage, start a new prefill.',
  'Tell the person that the offers have expired and nothing was bought. Do not recommend an expired offer.',
)

const PAYMENT_FAILED = wait(
  'Give the person the new payment_url and wait until they have paid.',
  'Tell the person that the payment failed. Give them payment_url, which is new: the earlier one no longer works. Never ask for a card number.',
)

const noneLeft = ({ waiting, offers }: Facts): Next => {
  const told = 'Tell the person that no offer is left, and give the reasons in declines.'
  return mayStillOffer(waiting)
    ? wait('Wait for the carriers that have not answered.', told, ...waitForCarriers(waiting, offers))
    : next('none', 'No offer is left. If the person still wants coverage, start a new prefill.', told)
}

type Facts = Omit<SessionFacts, 'missing' | 'estimated'> & { needsProof?: boolean }

const nextFor = (facts: Facts): Next => {
  if (!facts.erased && facts.endedBy !== null) return ENDED
  if (facts.erased || facts.expired) return EXPIRED
  if (isNoneLeft(facts)) return noneLeft(facts)
  if (facts.paymentFailed) return PAYMENT_FAILED
  if (!facts.consentRefused) return NEXT[facts.status]
  return facts.refusedByBuyer ? REFUSED_THEMSELVES : REFUSED
}

const PROVE_FIRST =
  'The person must first open the link that we email to the address on the application. Then send the same call again.'

const AFTER_PROOF: readonly UmbrellaStatus[] = ['credit_consent_required', 'ready_to_finalize']

const CANCELED = canceledInstruction('person', 'start a new prefill')

const door = (uid: string) => ({
  requests: `POST /api/intake/${uid}/policy/requests`,
  again: 'start a new prefill',
})

export const shopperWords = (facts: Facts & { uid: string }) => {
  const { operation, description, instructions } = nextFor(facts)
  return {
    next_action: { operation, description: boundAction(facts, door(facts.uid)) ?? description },
    agent_instructions: [
      ...startPassedInstructions('person', facts),
      ...lifeInstructions({ person: 'person', ...door(facts.uid) }, facts.policy ? [facts.policy] : []),
      ...(facts.policy && (isOver(facts.policy) || isChanged(facts.policy)) ? [] : instructions),
      ...(facts.needsProof && AFTER_PROOF.includes(facts.status) ? [PROVE_FIRST] : []),
      ...(facts.paymentFailed && facts.sandbox ? [REHEARSED_PAYMENT] : []),
      ...answerRequested('person', facts.isAsked),
      ...(facts.policy?.ended_on === undefined ? [] : [CANCELED]),
      ...askForDocuments('person', facts.uploads),
      ...consentAgain('person', facts),
      ...(facts.sandbox ? [REHEARSAL] : []),
      ...illustrativeInstructions(facts),
    ],
  }
}

const INFO = {
  bind: 'Ask the person next_question and send only those answers, in intake.',
  attach: ATTACH,
  issues: 'Wait. The agency is working this out with the carrier.',
} as const

export const infoAction = (asked: string): { operation: Operation; description: string } => {
  const operation = asked === 'bind' || asked === 'attach' ? asked : 'issues'
  return { operation, description: INFO[operation] }
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

export const actionWords = ({
  operation,
  description,
}: {
  operation: Operation
  description: string
}): string => {
  const path = PATHS[operation]
  return path === null ? description : `${description} (${path})`
}
