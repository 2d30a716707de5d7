import { dayWords } from '../../../platform/values/calendar.ts'
import { mayStillOffer } from '../../line/offers/progress-words.ts'
import { MONEY_BACK } from '../../line/wire/previous-price.ts'
import {
  CONSENT_SHAPE,
  type NextAction,
  POLL_WITHOUT_KEY,
  type SessionFacts,
  type Words,
} from './session-facts.ts'

const REFUSED: Words = {
  summary:
    'The buyer said No to the credit check, and we recorded it. No credit check runs and nothing is bought. The offers stay open until they expire.',
  action: {
    operation: 'none',
    description:
      'The buyer said No to the credit check. Do nothing, unless they change their mind. Then send select with uid, the selection_token of their choice, selection_confirmed: true and their new answer in credit_consent.',
  },
  instructions: [
    'Tell the buyer that their No is recorded, and that none of these offers can be bought without the credit check.',
    `Do not ask the credit question again unless the buyer wants to go on. Then show credit_consent_question word for word, and send their own answer: ${CONSENT_SHAPE}`,
  ],
}

const ENDED: Words = {
  summary: ({ endedBy }) =>
    `The ${endedBy} ended the purchase before the carrier got the order. Nothing was bought.`,
  action: {
    operation: 'none',
    description:
      'The purchase was ended. Do nothing, unless the buyer asks you to buy it after all. Then start again with select, with their new choice and their own answers.',
  },
  instructions: [
    `Tell the buyer that the purchase has ended and that they owe nothing for it. ${MONEY_BACK} Do not choose or buy again unless they ask you to.`,
  ],
}

const REFUSED_THEMSELVES: Words = {
  ...REFUSED,
  action: {
    operation: 'none',
    description:
      'The buyer said No to the credit check. If they change their mind, they choose an offer and agree on their own page: the one where they said No.',
  },
  instructions: [
    'The buyer said No on their own page. Do not ask the credit question again, and do not send select: only the buyer can change their answer, on that page.',
  ],
}

const QUOTE_AGAIN =
  'If the buyer still wants coverage, send uid and an empty intake with draft. Once the buyer confirms the new review, carriers quote again.'

const quoteAgain = (why: string): NextAction => ({ operation: 'draft', description: `${why} ${QUOTE_AGAIN}` })

const EXPIRED: Words = {
  summary: 'The offers have expired, so none of them can be bought anymore.',
  action: quoteAgain('The offers have expired.'),
  instructions: [
    'Tell the buyer that the offers have expired and nothing was bought. Do not recommend an expired offer.',
  ],
}

const CHOICE_EXPIRED: Words = {
  ...EXPIRED,
  summary: 'The selected offer has expired, so it can’t be bought anymore.',
  action: quoteAgain('The selected offer has expired.'),
}

export const isNoneLeft = ({ status, offers }: Pick<SessionFacts, 'status' | 'offers'>): boolean =>
  status === 'quoted' && offers === 0

const NONE_LEFT: Words = {
  summary: 'No offer is left for this application.',
  action: quoteAgain('No offer is left.'),
  instructions: ['Tell the buyer that no offer is left, and give the reasons in declines.'],
}

const NONE_LEFT_YET: Words = {
  ...NONE_LEFT,
  action: { operation: 'status', description: 'Wait for the carriers that have not answered.' },
}

const ERASED: Words = {
  summary: 'This application has expired, and its personal data was erased.',
  action: {
    operation: 'draft',
    description: 'If the buyer still wants coverage, start a new application: send draft without a uid.',
  },
  instructions: ['Tell the buyer that the application has expired.'],
}

const PAYMENT_FAILED: Words = {
  summary: 'The payment failed, so the policy is not ordered yet. The buyer can pay again at payment_url.',
  action: {
    operation: 'status',
    description: 'Give the buyer the new payment_url and wait until they have paid.',
  },
  instructions: [
    'Tell the buyer that the payment failed. Give them payment_url, which is new: the earlier one no longer works. Never ask for a card number.',
    POLL_WITHOUT_KEY,
  ],
}

export const REHEARSED_PAYMENT =
  'The sandbox pays only once by itself. To continue the rehearsal, open payment_url in a browser and choose “Mark as paid”.'

export const exceptionWords = (facts: SessionFacts): Words | null => {
  const { erased, expired, paymentFailed, consentRefused, endedBy, refusedByBuyer, sandbox } = facts
  if (erased) return ERASED
  if (endedBy !== null) return ENDED
  if (expired) return facts.offers > 0 ? CHOICE_EXPIRED : EXPIRED
  if (isNoneLeft(facts)) return mayStillOffer(facts.waiting) ? NONE_LEFT_YET : NONE_LEFT
  if (paymentFailed)
    return sandbox
      ? { ...PAYMENT_FAILED, instructions: [...PAYMENT_FAILED.instructions, REHEARSED_PAYMENT] }
      : PAYMENT_FAILED
  if (!consentRefused) return null
  return refusedByBuyer ? REFUSED_THEMSELVES : REFUSED
}

export const startPassedWords = (day: string): string =>
  `The start date, ${dayWords(day)}, passed before the policy was ordered, and nothing was bought.`

export const startPassedInstructions = (
  person: string,
  { startPassed }: Pick<SessionFacts, 'startPassed'>,
): string[] =>
  startPassed === null
    ? []
    : [
        `Tell the ${person} that nothing was bought, because the start date passed first. ${MONEY_BACK} Ask for a new effective_date. They choose and agree again, or leave it.`,
      ]
