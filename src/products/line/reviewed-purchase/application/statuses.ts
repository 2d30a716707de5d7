import type { PolicyLife } from '../../../../agency/policies/policy-life.ts'
import { flagEstimates } from '../../fields/sent-estimate.ts'
import type { Waiting } from '../../offers/progress.ts'
import {
  type Badge,
  type By,
  badge,
  by,
  type CoarseStatus,
  type Next,
  statusBook,
} from '../../record/status-book.ts'
import { boundStatus, boundWords } from '../../wire/policy-words.ts'
import { MONEY_BACK, SHOW_OFFERS } from '../../wire/previous-price.ts'
import { type Stage, type Turn, turns } from '../../wire/waiting-on.ts'
import type { ReviewedStatus } from './lifecycle.ts'

export type TurnFacts = {
  market: Turn
  hasOffers: boolean
  isShopper: boolean
  needsProof: boolean
  isAtDesk: boolean
  sandbox: boolean
  paymentFailed?: boolean
}

export const usualFacts: TurnFacts = {
  market: turns.carrier,
  hasOffers: true,
  isShopper: false,
  needsProof: false,
  isAtDesk: false,
  sandbox: false,
}

export type StatusFacts = {
  status: ReviewedStatus
  sandbox: boolean
  missing: number
  estimated: number
  offers: number
  waiting: Waiting | null
  illustrative: boolean
  consentOffered: boolean
  consentRefused: boolean
  refusedByBuyer?: boolean
  uploads: readonly string[]
  policy?:
    | {
        life: PolicyLife
        effective_date: string
        ended_on?: string | undefined
        requests?: readonly { kind: string; status: string }[] | undefined
      }
    | undefined
  /** The carrier, or the agency, asked the buyer. */
  isAsked: boolean
  /** A carrier without an API asked the buyer before its quote. */
  isAskedToQuote?: boolean
  needsProof?: boolean
  startPassed: string | null
  endedBy: 'buyer' | 'agency' | null
  expired: boolean
  paymentFailed: boolean
  erased: boolean
}

export const reviewedCalls = [
  'answer',
  'submit',
  'choose',
  'buy',
  'attach',
  'poll',
  'reopen',
  'read',
  'none',
] as const
type Call = (typeof reviewedCalls)[number]
export type NextCall = Next<Call>

export const milestones = [
  'Review',
  'Quotes',
  'Consent',
  'Sign',
  'Order',
  'Documents',
  'Pay',
  'Policy',
] as const
export type Milestone = (typeof milestones)[number]

/** Parts of the view of an application. */
export type Part =
  | 'review'
  | 'reasons'
  | 'progress'
  | 'quotes'
  | 'offers'
  | 'selected'
  | 'credit_check'
  | 'choice'
  | 'preview'
  | 'signing'
  | 'documents'
  | 'payment'
  | 'question'
  | 'refusal'
  | 'policy'

/** Pages of the buyer's portal. */
export type BuyersPage =
  | 'answers'
  | 'review'
  | 'not_eligible'
  | 'quoting'
  | 'offers'
  | 'nothing_offered'
  | 'consent'
  | 'sign'
  | 'ordering'
  | 'documents'
  | 'reading'
  | 'payment'
  | 'issuing'
  | 'question'
  | 'declined'
  | 'policy'

type Row = {
  turn: By<TurnFacts, Turn>
  coarse: CoarseStatus
  stage: Stage
  milestone: Milestone | null
  badge: Badge
  page: BuyersPage
  shows: readonly Part[]
  /** The answers that are still open here. */
  asks?: 'to_review' | 'to_bind'
  /** The buyer can act on their own page, so a poll is held although there is another call to make. */
  held?: true
  /** Nothing but the record changes what a poll says. In others, documents, payments and links do. */
  cached?: true
  says: By<StatusFacts, string>
  next: By<StatusFacts, NextCall>
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const wait = (what: string, ...tell: string[]): NextCall => ({ call: 'poll', do: what, tell })

/** Answers are the sender's: the operator's, or those of a person with an assistant of their own. */
const sender = ({ isShopper }: TurnFacts): Turn => (isShopper ? turns.buyer : turns.operator)

const market = (facts: TurnFacts): Turn => facts.market

export const CONSENT_SHAPE = 'credit_consent: {"answer": "Yes", "collected_from_user": true}, or "No".'

const ATTACH =
  'Send each document in required_upload_types{uid}, as attachments: [{"type": "{upload_type}", "filename": "{upload_name}", "content": "…"}] with the file in base64 as content.'

const CHANGE_FIRST =
  'The {person} can still change their mind: send select again with another selection_token from offers, or with the same one and another {later_answers} in intake, and with their answer to credit_consent_question.'

const THEIR_ANSWER = `Show credit_consent_question word for word, and send the {person}’s own answer: ${CONSENT_SHAPE}`

const THE_SELECTION = 'The selection is selection_token of selected_offer and selection_confirmed: true{uid}.'

const ANSWERS_TO_BIND = 'Ask the {person} next_question. {Send} only those answers, in intake.'

export const statuses = statusBook<ReviewedStatus, Row>({
  needs_more_info: {
    turn: sender,
    coarse: 'in_review',
    stage: 'application',
    milestone: 'Review',
    badge: badge('Needs more info', 'warning'),
    page: 'answers',
    shows: [],
    asks: 'to_review',
    cached: true,
    says: ({ missing }) =>
      `The draft was saved. ${plural(missing, 'more answer is', 'more answers are')} required before the review.`,
    next: {
      call: 'answer',
      do: 'Ask the {person} next_question and send the answers in intake{uid}.',
      tell: [
        'Fill in what you know from sources the {person} approved. Ask the rest, one next_question at a time.',
        flagEstimates({
          what: 'value that the {person}',
          where: 'field_estimates',
          example: '{estimated_field}',
        }),
      ],
    },
  },
  ready_for_review: {
    turn: ({ needsProof }) => (needsProof ? turns.email_proof : turns.buyer),
    coarse: 'review_pending',
    stage: 'application',
    milestone: 'Review',
    badge: badge('Ready for review', 'info'),
    page: 'review',
    shows: ['review'],
    held: true,
    says: ({ estimated }) =>
      estimated === 0
        ? 'The application is complete and ready for the {person}’s review.'
        : `The application is complete and ready for the {person}’s review. ${plural(estimated, 'value is', 'values are')} estimated.`,
    next: {
      call: 'submit',
      do: 'Show the {person} the whole review and statement. Once they confirm both, {send} review_token with {confirm}: true.',
      tell: [
        'Show the {person} the review unchanged, with each estimate marked, or give them review_url. Never confirm for them.',
        'Send corrections with {answer}. Each of them creates a new review and review_token.',
      ],
    },
  },
  ineligible: {
    turn: turns.over,
    coarse: 'abandoned',
    stage: 'ended',
    milestone: null,
    badge: badge('Not eligible'),
    page: 'not_eligible',
    shows: ['reasons'],
    cached: true,
    says: 'None of our carriers can insure this household.',
    next: {
      call: 'answer',
      do: 'If an answer was wrong, send the right one.',
      tell: ['Tell the {person} the ineligible_reasons. Change an answer only if it was wrong.'],
    },
  },
  pending_quotes: {
    turn: market,
    coarse: 'in_review',
    stage: 'quoting',
    milestone: 'Quotes',
    badge: badge('Pending quotes', 'info'),
    page: 'quoting',
    shows: ['progress'],
    says: 'The {person} reviewed the application, and we are waiting for quotes from carriers.',
    next: ({ isAskedToQuote }) =>
      wait(
        'Wait for the offers.',
        ...(isAskedToQuote
          ? [
              'A carrier asked the {person} a question, and we emailed them. Give them review_url to answer it.',
            ]
          : []),
      ),
  },
  quoted: {
    turn: facts => (facts.hasOffers ? turns.buyer : facts.market),
    coarse: 'quoted',
    stage: 'quoted',
    milestone: 'Quotes',
    badge: badge('Quoted', 'info'),
    page: 'offers',
    shows: ['quotes'],
    asks: 'to_bind',
    cached: true,
    says: ({ offers }) =>
      `${plural(offers, 'preliminary offer is', 'preliminary offers are')} ready to choose from.`,
    next: {
      call: 'choose',
      do: 'Ask the {person} everything in next_question first, if it is there. {Send} all of their answers in intake, with the selection_token of their choice, selection_confirmed: true and credit_consent.',
      tell: [
        SHOW_OFFERS,
        `selection_confirmed: true states what statement says. Show credit_consent_question word for word, and send the {person}’s own answer: ${CONSENT_SHAPE} Never answer for them.`,
        'The consent counts only once no answer is missing. next_question lists all of them.',
      ],
    },
  },
  no_quotes: {
    turn: turns.over,
    coarse: 'abandoned',
    stage: 'ended',
    milestone: null,
    badge: badge('No offers'),
    page: 'nothing_offered',
    shows: ['offers'],
    cached: true,
    says: 'No carrier made an offer for this application.',
    next: {
      call: 'reopen',
      do: 'No carrier made an offer. {reopen}',
      tell: ['Tell the {person} that no carrier made an offer, and give the reasons in declines.'],
    },
  },
  credit_consent_required: {
    turn: turns.buyer,
    coarse: 'credit_consent_pending',
    stage: 'buying',
    milestone: 'Consent',
    badge: badge('Credit consent needed', 'info'),
    page: 'consent',
    shows: ['offers', 'selected', 'credit_check'],
    asks: 'to_bind',
    cached: true,
    says: 'An offer is selected. The {person} must answer the credit consent question to continue.',
    next: {
      call: 'choose',
      do: 'Ask everything in next_question, if it is there, and credit_consent_question. Send the selection again with all answers in intake and credit_consent.',
      tell: [THEIR_ANSWER, THE_SELECTION],
    },
  },
  needs_more_info_to_bind: {
    turn: sender,
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Consent',
    badge: badge('Needs more info', 'warning'),
    page: 'consent',
    shows: ['choice'],
    asks: 'to_bind',
    says: ({ missing }) =>
      `An offer is selected. ${plural(missing, 'more answer is', 'more answers are')} required to buy it.`,
    next: ({ consentOffered }) =>
      consentOffered
        ? {
            call: 'choose',
            do: 'Ask everything in next_question, and then credit_consent_question once for the complete application. Send the selection again with all answers in intake and credit_consent.',
            tell: [THEIR_ANSWER, THE_SELECTION],
          }
        : {
            call: 'buy',
            do: ANSWERS_TO_BIND,
            tell: ['Send only the answers to next_question with bind. Nothing is bought yet.'],
          },
  },
  ready_to_finalize: {
    turn: turns.buyer,
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Sign',
    badge: badge('Ready to buy', 'info'),
    page: 'sign',
    shows: ['choice', 'preview'],
    says: 'The selected offer is ready to buy.',
    next: {
      call: 'buy',
      do: 'Once the {person} agrees to purchase_preview and statement is true, {send} bind_confirmed: true. This commits the purchase.',
      tell: [
        'Show the {person} the whole purchase_preview and ask whether to buy it. A bind call with bind_confirmed: true is the purchase and states what statement says. Without it, nothing is bought.',
        CHANGE_FIRST,
      ],
    },
  },
  signature_needed: {
    turn: turns.buyer,
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Sign',
    badge: badge('Signature needed', 'info'),
    page: 'sign',
    shows: ['choice', 'signing'],
    says: 'The carrier requires the {person}’s own signature. Nothing is bought before they sign.',
    next: wait(
      'Give the {person} sign_url and wait until they have signed.',
      'Give the {person} sign_url. They prove their email address there and sign. Never sign for them.',
      CHANGE_FIRST,
    ),
  },
  chosen: {
    turn: ({ isAtDesk }) => (isAtDesk ? turns.staff : turns.own_checks),
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Sign',
    badge: badge('Being bought', 'info'),
    page: 'ordering',
    shows: ['selected'],
    says: 'The purchase is in progress.',
    next: wait('Wait for the next requirement.'),
  },
  documents_needed: {
    turn: sender,
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Documents',
    badge: badge('Documents needed', 'warning'),
    page: 'documents',
    shows: ['selected', 'documents'],
    says: '{documents_required}',
    next: { call: 'attach', do: ATTACH },
  },
  documents_pending_review: {
    turn: ({ isAtDesk }) => (isAtDesk ? turns.staff : turns.own_checks),
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Documents',
    badge: badge('Documents in review', 'info'),
    page: 'reading',
    shows: ['selected', 'documents'],
    says: 'The documents are under review.',
    next: wait('Wait for the result.'),
  },
  payment_needed: {
    turn: ({ sandbox, paymentFailed }) => (sandbox && !paymentFailed ? turns.sandbox_payment : turns.payment),
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Pay',
    badge: badge('Payment needed', 'info'),
    page: 'payment',
    shows: ['selected', 'payment'],
    says: 'Payment is required. The policy is ordered once the {person} has paid.',
    next: wait(
      'Give the {person} payment_url and wait until they have paid.',
      'Give the {person} payment_url. Never ask for a card number.',
    ),
  },
  waiting_on_carrier: {
    turn: market,
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Policy',
    badge: badge('With the carrier', 'info'),
    page: 'issuing',
    shows: ['selected'],
    says: 'The carrier is issuing the policy.',
    next: wait('Wait for the policy.'),
  },
  info_requested: {
    turn: facts => (facts.isAtDesk ? turns.staff : sender(facts)),
    coarse: 'quoted',
    stage: 'buying',
    milestone: 'Policy',
    badge: badge('Information requested', 'warning'),
    page: 'question',
    shows: ['selected', 'question'],
    says: 'More information is required to issue the policy.',
    next: ({ isAsked, uploads }) => {
      if (isAsked) return { call: 'buy', do: ANSWERS_TO_BIND }
      return uploads.length > 0
        ? { call: 'attach', do: ATTACH }
        : wait('Wait. The agency is working this out with the carrier.')
    },
  },
  blocked: {
    turn: turns.over,
    coarse: 'abandoned',
    stage: 'ended',
    milestone: null,
    badge: badge('Blocked', 'danger'),
    page: 'declined',
    shows: ['selected', 'refusal'],
    says: 'The carrier will not issue this policy.',
    next: {
      call: 'none',
      do: 'This purchase has ended, and nothing was bought. For a new one, {again}.',
      tell: [
        `Tell the {person} that the carrier will not issue the policy and that they owe nothing for it. ${MONEY_BACK}`,
      ],
    },
  },
  bound: {
    turn: turns.over,
    coarse: 'bound',
    stage: 'bound',
    milestone: 'Policy',
    badge: badge('Bound', 'success'),
    page: 'policy',
    shows: ['selected', 'policy'],
    says: ({ policy }) => boundWords(policy ?? { life: 'active' }),
    next: {
      call: 'read',
      do: 'The purchase is complete.',
      tell: ['Give the {person} the policy number and the documents in policy.'],
    },
  },
})

export const turnIn = (status: ReviewedStatus, facts: TurnFacts): Turn => by(statuses.row(status).turn, facts)

/** Signed, and the next step is not the operator's or assistant's. */
export const waitsAfterSigning = statuses.where(
  ({ milestone, next }) =>
    (milestone === 'Documents' || milestone === 'Pay' || milestone === 'Policy') &&
    typeof next === 'object' &&
    next.call === 'poll',
)

/** The buyer chose an offer, and it is neither bought nor refused. */
export const isSelected = (status: ReviewedStatus): boolean => {
  const { coarse, milestone } = statuses.row(status)
  return coarse === 'credit_consent_pending' || (coarse === 'quoted' && milestone !== 'Quotes')
}

/** Before the buyer confirms the review. */
export const isDraft = (status: ReviewedStatus): boolean =>
  ['answers', 'review', 'not_eligible'].includes(statuses.row(status).page)

/** Everything is answered, and nothing is signed. */
export const isToSign = (status: ReviewedStatus): boolean => statuses.row(status).page === 'sign'

/** The carrier issued the policy, or will not. */
export const isSettled = (status: ReviewedStatus): boolean =>
  ['policy', 'declined'].includes(statuses.row(status).page)

/** Erasing an application that was never bought leaves this status. */
export const ERASED_STATUS: ReviewedStatus = 'needs_more_info'

export const detailStatuses = [...statuses.names, 'canceled', 'expired'] as const
export type Shown = { status: CoarseStatus; detail_status: (typeof detailStatuses)[number]; stage: Stage }

/** As every answer, row and change shows it. `life`: of the policy, once bound. */
export const shownStatus = (
  status: ReviewedStatus,
  { isErased, life }: { isErased: boolean; life: PolicyLife | undefined },
): Shown => {
  if (isErased && status === ERASED_STATUS)
    return { status: 'abandoned', detail_status: 'expired', stage: 'ended' }
  const { coarse, stage } = statuses.row(status)
  return { status: coarse, detail_status: status === 'bound' ? boundStatus(life) : status, stage }
}

export const shownBadge = (detail: Shown['detail_status']): Badge => {
  if (detail === 'canceled') return badge('Canceled')
  return detail === 'expired' ? badge('Expired') : statuses.row(detail).badge
}
