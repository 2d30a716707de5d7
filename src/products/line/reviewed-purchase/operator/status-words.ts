import { dayWords } from '../../../../platform/values/calendar.ts'
import { mayStillOffer, stillWaiting, waitForCarriers } from '../../offers/progress.ts'
import { type By, by, type Door, filled } from '../../record/status-book.ts'
import { illustrativeInstructions } from '../../wire/illustrative.ts'
import {
  awaitsYes,
  canceledInstruction,
  isChanged,
  isOver,
  lifeInstructions,
} from '../../wire/policy-words.ts'
import { MONEY_BACK } from '../../wire/previous-price.ts'
import type { ReviewedStatus } from '../application/lifecycle.ts'
import {
  CONSENT_SHAPE,
  isDraft,
  type NextCall,
  type reviewedCalls,
  type StatusFacts,
  statuses,
} from '../application/statuses.ts'
import type { ReviewedLine } from '../reviewed-line.ts'

export type ReviewedDoor<Wire extends string> = Door<(typeof reviewedCalls)[number], Wire>

type Polled = {
  status: ReviewedStatus
  next_action: { operation: string }
  review_token?: string
  payment_url?: string
}

/** What a held poll waits to see change. Null while the caller, rather than somebody else, has the next step. */
export const heldState = (
  { status, next_action, review_token, payment_url }: Polled,
  { calls }: ReviewedDoor<string>,
): string | null =>
  statuses.row(status).held || next_action.operation === calls.poll
    ? `${status}/${review_token ?? payment_url ?? ''}`
    : null

type Said = { says: By<StatusFacts, string>; next: NextCall }

const TELL_NONE_LEFT = 'Tell the {person} that no offer is left, and give the reasons in declines.'

/** What goes before the status. */
const exceptions = {
  erased: {
    says: 'This application has expired, and its personal data was erased.',
    next: {
      call: 'reopen',
      do: 'If the {person} still wants coverage, {again}.',
      tell: ['Tell the {person} that the application has expired.'],
    },
  },
  ended: {
    says: ({ endedBy }) =>
      `The ${endedBy === 'agency' ? 'agency' : '{person}'} ended the purchase before the carrier got the order. Nothing was bought.`,
    next: {
      call: 'none',
      do: 'The purchase was ended. Do nothing, unless the {person} asks you to buy it after all. Then start again with select, with their new choice and their own answers.',
      tell: [
        `Tell the {person} that the purchase has ended and that they owe nothing for it. ${MONEY_BACK} Do not choose or buy again unless they ask you to.`,
      ],
    },
  },
  expired: {
    says: ({ offers }) =>
      offers > 0
        ? 'The selected offer has expired, so it can’t be bought anymore.'
        : 'The offers have expired, so none of them can be bought anymore.',
    next: {
      call: 'reopen',
      do: 'The offers have expired. {quote_again}',
      tell: [
        'Tell the {person} that the offers have expired and nothing was bought. Do not recommend an expired offer.',
      ],
    },
  },
  none_left: {
    says: 'No offer is left for this application.',
    next: { call: 'reopen', do: 'No offer is left. {quote_again}', tell: [TELL_NONE_LEFT] },
  },
  none_left_yet: {
    says: 'No offer is left for this application.',
    next: { call: 'poll', do: 'Wait for the carriers that have not answered.', tell: [TELL_NONE_LEFT] },
  },
  payment_failed: {
    says: 'The payment failed, so the policy is not ordered yet. The {person} can pay again at payment_url.',
    next: {
      call: 'poll',
      do: 'Give the {person} the new payment_url and wait until they have paid.',
      tell: [
        'Tell the {person} that the payment failed. Give them payment_url, which is new: the earlier one no longer works. Never ask for a card number.',
      ],
    },
  },
  refused: {
    says: 'The {person} said No to the credit check, and we recorded it. No credit check runs and nothing is bought. The offers stay open until they expire.',
    next: {
      call: 'none',
      do: 'The {person} said No to the credit check. Do nothing, unless they change their mind. Then send select with the selection_token of their choice, selection_confirmed: true and their new answer in credit_consent{uid}.',
      tell: [
        'Tell the {person} that their No is recorded, and that none of these offers can be bought without the credit check.',
        `Do not ask the credit question again unless the {person} wants to go on. Then show credit_consent_question word for word, and send their own answer: ${CONSENT_SHAPE}`,
      ],
    },
  },
  refused_themselves: {
    says: 'The {person} said No to the credit check, and we recorded it. No credit check runs and nothing is bought. The offers stay open until they expire.',
    next: {
      call: 'none',
      do: 'The {person} said No to the credit check. If they change their mind, they choose an offer and agree on their own page: the one where they said No.',
      tell: [
        'The {person} said No on their own page. Do not ask the credit question again, and do not send select: only the {person} can change their answer, on that page.',
      ],
    },
  },
} as const satisfies Record<string, Said>

export const isNoneLeft = ({ status, offers }: Pick<StatusFacts, 'status' | 'offers'>): boolean =>
  status === 'quoted' && offers === 0

const exceptionIn = (facts: StatusFacts): keyof typeof exceptions | null => {
  if (facts.erased) return 'erased'
  if (facts.endedBy !== null) return 'ended'
  if (facts.expired) return 'expired'
  if (isNoneLeft(facts)) return mayStillOffer(facts.waiting) ? 'none_left_yet' : 'none_left'
  if (facts.paymentFailed) return 'payment_failed'
  if (!facts.consentRefused) return null
  return facts.refusedByBuyer ? 'refused_themselves' : 'refused'
}

const saidOf = (facts: StatusFacts): Said => {
  const exception = exceptionIn(facts)
  if (exception) return exceptions[exception]
  const { says, next } = statuses.row(facts.status)
  return { says, next: by(next, facts) }
}

/** What is to be done about a policy that was bought. */
const policyAction = ({ policy }: StatusFacts): string | null => {
  if (!policy) return null
  if (policy.ended_on !== undefined)
    return `The policy was canceled and covers nothing from ${dayWords(policy.ended_on)} on. To insure the household again, {again}.`
  if (isOver(policy)) return 'The policy has ended. To insure the household again, {again}.'
  return awaitsYes(policy)
    ? 'Show them the renewal offer. Only if they accept it, send {requests} with kind: renewal.'
    : null
}

export const chooseAgain = (person: string, select: string): string =>
  `send select (${select}) with the selection_token of the ${person}’s choice, selection_confirmed: true, changed answers in intake, and their answer to credit_consent_question`

const startPassedWords = (day: string): string =>
  `The start date, ${dayWords(day)}, passed before the policy was ordered, and nothing was bought. `

const START_PASSED = `Tell the {person} that nothing was bought, because the start date passed first. ${MONEY_BACK} Ask for a new effective_date. They choose and agree again, or leave it.`

const OFFERED =
  ' The credit consent sent so far is kept as offered and does not count, because the application was not complete.'

const PROVE_FIRST =
  'The person must first open the link that we email to the address on the application. Then send the same call again.'

const REHEARSAL =
  'This is a sandbox request: nothing is emailed, charged or bought, and no real carrier is contacted.'

const REHEARSED_PAYMENT =
  'The sandbox pays only once by itself. To continue the rehearsal, open payment_url in a browser and choose “Mark as paid”.'

const plainly = new Intl.ListFormat('en-US')

const askForDocuments = ({ documents }: ReviewedLine, uploads: readonly string[]): string[] => {
  const asked = uploads.flatMap(type => {
    const { [type]: document } = documents?.types ?? {}
    return document ? [`${document.meaning} (type ${type})`] : []
  })
  return asked.length > 0 ? [`Ask the {person} for ${plainly.format(asked)}, as PDF, PNG or JPEG.`] : []
}

/** Consents and purchases that wait until the person has verified their email address. */
const needsProofFirst = ({ needsProof, status }: StatusFacts): boolean =>
  needsProof === true && (status === 'credit_consent_required' || status === 'ready_to_finalize')

const only = (holds: boolean, ...instructions: string[]): string[] => (holds ? instructions : [])

const instructionsOf = (line: ReviewedLine, facts: StatusFacts, { call, tell = [] }: NextCall): string[] => {
  const { policy, status, waiting, sandbox } = facts
  const isSettled = policy !== undefined && (isOver(policy) || isChanged(policy))
  return [
    ...only(facts.startPassed !== null, START_PASSED),
    ...(isSettled ? [] : tell),
    ...only(call === 'poll', '{poll}'),
    ...only(needsProofFirst(facts), PROVE_FIRST),
    ...only(facts.paymentFailed && sandbox, REHEARSED_PAYMENT),
    ...only(facts.isAsked, 'Ask the {person} next_question and send the answers in intake with bind.'),
    ...only(policy?.ended_on !== undefined, canceledInstruction('{person}', '{again}')),
    ...askForDocuments(line, facts.uploads),
    ...(status === 'quoted' ? waitForCarriers(waiting, facts.offers) : []),
    ...only(sandbox && (isDraft(status) || status === 'bound'), REHEARSAL),
    ...illustrativeInstructions(facts),
  ]
}

/** What the line calls what a status names. */
const wordsIn = ({ words, documents }: ReviewedLine): Record<string, string> => {
  const [[upload_type, { filename }] = ['', { filename: '' }]] = Object.entries(documents?.types ?? {})
  return {
    estimated_field: words.estimatedField,
    later_answers: words.laterAnswers,
    upload_type,
    upload_name: filename,
    documents_required: documents?.required ?? '',
  }
}

/** What this kind of caller is told of the status: what happened, the next call, and how to speak of it. */
export const statusWords = <Wire extends string>(
  line: ReviewedLine,
  facts: StatusFacts,
  { calls, words }: ReviewedDoor<Wire>,
) => {
  const { says, next } = saidOf(facts)
  const { person = '', requests = '', again = '' } = words
  const action = policyAction(facts)
  const before = facts.startPassed === null ? '' : startPassedWords(facts.startPassed)
  const known = { ...wordsIn(line), ...words }
  const fill = (text: string): string => filled(text, known)
  return {
    response_summary: fill(
      before + by(says, facts) + stillWaiting(facts.waiting) + (facts.consentOffered ? OFFERED : ''),
    ),
    next_action: {
      operation: calls[next.call],
      description: fill(action ?? next.do),
    },
    agent_instructions: [
      ...lifeInstructions({ person, requests, again }, facts.policy ? [facts.policy] : []),
      ...instructionsOf(line, facts, next).map(fill),
    ],
  }
}
