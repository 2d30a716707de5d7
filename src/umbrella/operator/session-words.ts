import type { UmbrellaStatus } from '../application/lifecycle.ts'
import type { UmbrellaSession } from './session-schema.ts'

export type SessionFacts = {
  status: UmbrellaStatus
  missing: number
  estimated: number
  offers: number
  sandbox: boolean
}

type Action = UmbrellaSession['next_action']

type Words = {
  summary: string | ((facts: SessionFacts) => string)
  action: Action
  instructions: readonly string[]
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const POLL =
  'Poll with poll_request after poll_after_seconds, without an Idempotency-Key, or hold the call with Prefer: wait=25.'
const wait = (description: string): Action => ({ operation: 'status', description })

const WORDS: Record<UmbrellaStatus, Words> = {
  needs_more_info: {
    summary: ({ missing }) =>
      `The draft was saved; ${plural(missing, 'more answer is', 'more answers are')} needed before it can be reviewed.`,
    action: { operation: 'draft', description: 'Ask the buyer next_question and send the answers.' },
    instructions: [
      'Fill in what you know from context that the buyer approved; ask the rest, one next_question at a time.',
      'Flag each value that the buyer did not confirm in field_estimates.',
    ],
  },
  ready_for_review: {
    summary: ({ estimated }) =>
      estimated === 0
        ? 'The application is complete and waits for the buyer’s review.'
        : `The application is complete and waits for the buyer’s review; ${plural(estimated, 'value is', 'values are')} only estimated.`,
    action: {
      operation: 'quotes',
      description: 'Show the buyer the whole review; send review_confirmed: true once they said it is right.',
    },
    instructions: [
      'Show the buyer review as it is, with each estimate marked, or give them review_url to do it by themselves. Never confirm for them.',
      'Send corrections with draft. Each draft makes a new review and a new review_token.',
    ],
  },
  ineligible: {
    summary: 'No carrier of this service can insure this household.',
    action: { operation: 'draft', description: 'Only if an answer was wrong: send the right one.' },
    instructions: ['Tell the buyer ineligible_reasons. Change an answer only when it was wrong.'],
  },
  pending_quotes: {
    summary: 'The application was reviewed and carriers are being asked for quotes.',
    action: wait('Wait for the offers.'),
    instructions: [POLL],
  },
  quoted: {
    summary: ({ offers }) =>
      `${plural(offers, 'preliminary offer is', 'preliminary offers are')} ready to choose from.`,
    action: {
      operation: 'select',
      description: 'Send the selection_token of the offer that the buyer chose, and their answer on credit.',
    },
    instructions: [
      'Show all offers as they are; do not recommend beyond the recommended flag and its reason.',
      'Show credit_consent_question in its exact words and send the buyer’s own answer with the choice. Never answer it for them.',
    ],
  },
  no_quotes: {
    summary: 'No carrier made an offer for this application.',
    action: { operation: 'draft', description: 'Only if an answer was wrong or has changed: send it.' },
    instructions: ['Tell the buyer that no carrier offered, with the reasons in declines.'],
  },
  credit_consent_required: {
    summary: 'An offer is chosen; the buyer’s answer on the credit check is needed to go on.',
    action: {
      operation: 'select',
      description: 'Ask credit_consent_question and send the choice again with credit_consent.',
    },
    instructions: [
      'Show credit_consent_question in its exact words. Send the buyer’s own answer, Yes or No, with collected_from_user: true.',
    ],
  },
  needs_more_info_to_bind: {
    summary: ({ missing }) =>
      `The offer is chosen; ${plural(missing, 'more answer is', 'more answers are')} needed to buy it.`,
    action: { operation: 'bind', description: 'Ask the buyer next_question and send those answers only.' },
    instructions: ['Send only what next_question asks. Nothing is bought yet.'],
  },
  ready_to_finalize: {
    summary: 'Everything is there to buy the chosen offer.',
    action: {
      operation: 'bind',
      description: 'Once the buyer said yes to selected_offer: send the uid alone. This commits.',
    },
    instructions: [
      'Show the buyer selected_offer once more and ask whether to buy it. A bind call with the uid alone is the purchase.',
    ],
  },
  chosen: {
    summary: 'The purchase is under way.',
    action: wait('Wait for what the carrier needs.'),
    instructions: [POLL],
  },
  documents_needed: {
    summary: 'The carrier needs documents of the policies underneath.',
    action: { operation: 'attach', description: 'Send each document in required_upload_types.' },
    instructions: ['Ask the buyer for the declarations pages in required_upload_types: PDF, PNG or JPEG.'],
  },
  documents_pending_review: {
    summary: 'The documents are being looked at.',
    action: wait('Wait for the result.'),
    instructions: [POLL],
  },
  payment_needed: {
    summary: 'The documents are in order; the buyer has to pay.',
    action: wait('Give the buyer payment_url and wait until they have paid.'),
    instructions: ['Give the buyer payment_url. Never ask for a card number.', POLL],
  },
  waiting_on_carrier: {
    summary: 'The carrier is issuing the policy.',
    action: wait('Wait for the policy.'),
    instructions: [POLL],
  },
  info_requested: {
    summary: 'Something more was asked for before the policy can be issued.',
    action: { operation: 'bind', description: 'Send the answers to next_question, or attach the documents.' },
    instructions: [
      'Ask the buyer next_question and send those answers with bind; send documents with attach.',
    ],
  },
  blocked: {
    summary: 'The carrier will not issue this policy.',
    action: {
      operation: 'none',
      description: 'This purchase has ended. The buyer may start anew with draft.',
    },
    instructions: ['Tell the buyer that the carrier will not issue the policy.'],
  },
  bound: {
    summary: 'The policy is bound.',
    action: { operation: 'none', description: 'The purchase is complete.' },
    instructions: ['Give the buyer the policy number and the documents in policy.'],
  },
}

const REHEARSAL =
  'This is a sandbox request: nothing is mailed, charged or bought, and no real carrier is asked.'

/** What happened, what comes next, and how, for an agent that reads nothing else. */
export const sessionWords = (facts: SessionFacts) => {
  const { summary, action, instructions } = WORDS[facts.status]
  return {
    response_summary: typeof summary === 'string' ? summary : summary(facts),
    next_action: action,
    agent_instructions: [...instructions, ...(facts.sandbox ? [REHEARSAL] : [])],
  }
}

/** For a call that does not fit the state: what does. */
export const whatToDo = (status: UmbrellaStatus): string => {
  const { operation, description } = WORDS[status].action
  return operation === 'none' ? description : `${description} (POST /api/agent/umbrella/${operation})`
}
