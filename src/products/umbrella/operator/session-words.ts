import { dayWords } from '../../../platform/values/calendar.ts'
import { flagEstimates } from '../../line/fields/sent-estimate.ts'
import { stillWaiting, waitForCarriers } from '../../line/offers/progress-words.ts'
import { canceledInstruction } from '../../line/wire/ended-on.ts'
import { illustrativeInstructions } from '../../line/wire/illustrative.ts'
import { awaitsYes, boundWords, isChanged, isOver } from '../../line/wire/policy-words.ts'
import { MONEY_BACK } from '../../line/wire/previous-price.ts'
import { SHOW_OFFERS } from '../../line/wire/showing-offers.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'
import { ATTACH_WITH_UID, answerRequested, askForDocuments } from './documents-words.ts'
import { exceptionWords, startPassedInstructions, startPassedWords } from './exception-words.ts'
import {
  CONSENT_SHAPE,
  type NextAction,
  POLL_WITHOUT_KEY,
  type SessionFacts,
  type Words,
} from './session-facts.ts'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const wait = (description: string): NextAction => ({ operation: 'status', description })

export const chooseAgain = (person: string, select: string): string =>
  `send select (${select}) with the selection_token of the ${person}’s choice, selection_confirmed: true, changed answers in intake, and their answer to credit_consent_question`

export const changeFirst = (person: string): string =>
  `The ${person} can still change their mind: send select again with another selection_token from offers, or with the same one and another effective_date, vehicles or prior_carrier in intake, and with their answer to credit_consent_question.`

const WORDS: Record<UmbrellaStatus, Words> = {
  needs_more_info: {
    summary: ({ missing }) =>
      `The draft was saved. ${plural(missing, 'more answer is', 'more answers are')} required before the review.`,
    action: {
      operation: 'draft',
      description: 'Ask the buyer next_question and send the answers in intake, with the same uid.',
    },
    instructions: [
      'Fill in what you know from sources the buyer approved. Ask the rest, one next_question at a time.',
      flagEstimates({ what: 'value that the buyer', where: 'field_estimates', example: 'vehicle_count' }),
    ],
  },
  ready_for_review: {
    summary: ({ estimated }) =>
      estimated === 0
        ? 'The application is complete and ready for the buyer’s review.'
        : `The application is complete and ready for the buyer’s review. ${plural(estimated, 'value is', 'values are')} estimated.`,
    action: {
      operation: 'quotes',
      description:
        'Show the buyer the whole review and statement. Once they confirm both, send uid and review_token with review_confirmed: true.',
    },
    instructions: [
      'Show the buyer the review unchanged, with each estimate marked, or give them review_url. Never confirm for them.',
      'Send corrections with draft. Each draft creates a new review and review_token.',
    ],
  },
  ineligible: {
    summary: 'None of our carriers can insure this household.',
    action: { operation: 'draft', description: 'If an answer was wrong, send the right one.' },
    instructions: ['Tell the buyer the ineligible_reasons. Change an answer only if it was wrong.'],
  },
  pending_quotes: {
    summary: 'The buyer reviewed the application, and we are waiting for quotes from carriers.',
    action: wait('Wait for the offers.'),
    instructions: [POLL_WITHOUT_KEY],
  },
  quoted: {
    summary: ({ offers }) =>
      `${plural(offers, 'preliminary offer is', 'preliminary offers are')} ready to choose from.`,
    action: {
      operation: 'select',
      description:
        'Ask the buyer everything in next_question first, if it is there. Send uid and all of their answers in intake, with the selection_token of their choice, selection_confirmed: true and credit_consent.',
    },
    instructions: [
      SHOW_OFFERS,
      `selection_confirmed: true states what statement says. Show credit_consent_question word for word, and send the buyer’s own answer: ${CONSENT_SHAPE} Never answer for them.`,
      'The consent counts only once no answer is missing. next_question lists all of them; pending_fields names them and the values that are still estimates.',
    ],
  },
  no_quotes: {
    summary: 'No carrier made an offer for this application.',
    action: { operation: 'draft', description: 'If an answer was wrong or has changed, send the new one.' },
    instructions: ['Tell the buyer that no carrier made an offer, and give the reasons in declines.'],
  },
  credit_consent_required: {
    summary: 'An offer is selected. The buyer must answer the credit consent question to continue.',
    action: {
      operation: 'select',
      description:
        'Ask everything in next_question, if it is there, and credit_consent_question. Send the selection again with all answers in intake and credit_consent.',
    },
    instructions: [
      `Show credit_consent_question word for word, and send the buyer’s own answer: ${CONSENT_SHAPE}`,
      'The selection is uid, selection_token of selected_offer and selection_confirmed: true.',
    ],
  },
  needs_more_info_to_bind: {
    summary: ({ missing }) =>
      `An offer is selected. ${plural(missing, 'more answer is', 'more answers are')} required to buy it.`,
    action: {
      operation: 'bind',
      description: 'Ask the buyer next_question. Send uid and only those answers, in intake.',
    },
    instructions: ['Send only the answers to next_question with bind. Nothing is bought yet.'],
  },
  ready_to_finalize: {
    summary: 'The selected offer is ready to buy.',
    action: {
      operation: 'bind',
      description:
        'Once the buyer agrees to purchase_preview and statement is true, send uid and bind_confirmed: true. This commits the purchase.',
    },
    instructions: [
      'Show the buyer the whole purchase_preview and ask whether to buy it. A bind call with bind_confirmed: true is the purchase and states what statement says. Without it, nothing is bought.',
      changeFirst('buyer'),
    ],
  },
  signature_needed: {
    summary: 'The carrier requires the buyer’s own signature. Nothing is bought before they sign.',
    action: wait('Give the buyer sign_url and wait until they have signed.'),
    instructions: [
      'Give the buyer sign_url. They prove their email address there and sign. Never sign for them.',
      changeFirst('buyer'),
      POLL_WITHOUT_KEY,
    ],
  },
  chosen: {
    summary: 'The purchase is in progress.',
    action: wait('Wait for the next requirement.'),
    instructions: [POLL_WITHOUT_KEY],
  },
  documents_needed: {
    summary: 'Documents of the underlying policies are required.',
    action: { operation: 'attach', description: ATTACH_WITH_UID },
    instructions: [],
  },
  documents_pending_review: {
    summary: 'The documents are under review.',
    action: wait('Wait for the result.'),
    instructions: [POLL_WITHOUT_KEY],
  },
  payment_needed: {
    summary: 'Payment is required. The policy is ordered once the buyer has paid.',
    action: wait('Give the buyer payment_url and wait until they have paid.'),
    instructions: ['Give the buyer payment_url. Never ask for a card number.', POLL_WITHOUT_KEY],
  },
  waiting_on_carrier: {
    summary: 'The carrier is issuing the policy.',
    action: wait('Wait for the policy.'),
    instructions: [POLL_WITHOUT_KEY],
  },
  info_requested: {
    summary: 'More information is required to issue the policy.',
    action: {
      operation: 'bind',
      description: 'Send uid and the answers to next_question, or attach the documents.',
    },
    instructions: [],
  },
  blocked: {
    summary: 'The carrier will not issue this policy.',
    action: {
      operation: 'none',
      description:
        'This purchase has ended, and nothing was bought. For a new one, send draft without a uid.',
    },
    instructions: [
      `Tell the buyer that the carrier will not issue the policy and that they owe nothing for it. ${MONEY_BACK}`,
    ],
  },
  bound: {
    summary: ({ policy }) => boundWords(policy ?? { life: 'active' }),
    action: { operation: 'none', description: 'The purchase is complete.' },
    instructions: ['Give the buyer the policy number and the documents in policy.'],
  },
}

export const POLICY_REQUESTS = 'POST /api/agent/policies/requests'

export const boundAction = (
  { policy }: Pick<SessionFacts, 'policy'>,
  { requests, again }: { requests: string; again: string },
): string | null => {
  if (!policy) return null
  if (policy.ended_on !== undefined)
    return `The policy was canceled and covers nothing from ${dayWords(policy.ended_on)} on. To insure the household again, ${again}.`
  if (isOver(policy)) return `The policy has ended. To insure the household again, ${again}.`
  return awaitsYes(policy)
    ? `Show them the renewal offer. Only if they accept it, send ${requests} with kind: renewal.`
    : null
}

export const REHEARSAL =
  'This is a sandbox request: nothing is emailed, charged or bought, and no real carrier is contacted.'

const OFFERED =
  'The credit consent sent so far is kept as offered and does not count, because the application was not complete.'

export const consentAgain = (
  person: string,
  { status, consentOffered }: Pick<SessionFacts, 'status' | 'consentOffered'>,
): string[] =>
  consentOffered && status === 'needs_more_info_to_bind'
    ? [
        `After that, ask the ${person} credit_consent_question again and send their own answer with select. To save a call, one select can do both: it takes the last answers in intake too.`,
      ]
    : []

export const CARRIER_ASKED =
  'A carrier asked the buyer a question, and we emailed them. Give them review_url to answer it.'

const CANCELED = canceledInstruction('buyer', 'start a new draft')

export const sessionWords = (facts: SessionFacts) => {
  const { summary, action, instructions } = exceptionWords(facts) ?? WORDS[facts.status]
  const said = (typeof summary === 'string' ? summary : summary(facts)) + stillWaiting(facts.waiting)
  const before = facts.startPassed === null ? '' : `${startPassedWords(facts.startPassed)} `
  const door = { requests: POLICY_REQUESTS, again: 'send draft without a uid' }
  const next = boundAction(facts, door)
  return {
    response_summary: before + (facts.consentOffered ? `${said} ${OFFERED}` : said),
    next_action: next === null ? action : { operation: 'none' as const, description: next },
    agent_instructions: [
      ...startPassedInstructions('buyer', facts),
      ...(facts.policy && (isOver(facts.policy) || isChanged(facts.policy)) ? [] : instructions),
      ...answerRequested('buyer', facts.isAsked),
      ...(facts.policy?.ended_on === undefined ? [] : [CANCELED]),
      ...askForDocuments('buyer', facts.uploads),
      ...(facts.status === 'quoted' ? waitForCarriers(facts.waiting, facts.offers) : []),
      ...consentAgain('buyer', facts),
      ...(facts.sandbox ? [REHEARSAL] : []),
      ...illustrativeInstructions(facts),
    ],
  }
}
