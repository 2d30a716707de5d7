import { waitForCarriers } from '../../line/offers/progress.ts'
import { POLL } from '../../line/wire/follow-up.ts'
import { illustrativeInstructions } from '../../line/wire/illustrative.ts'
import { canceledInstruction } from '../../line/wire/policy-words.ts'
import { SHOW_OFFERS } from '../../line/wire/previous-price.ts'
import {
  AFTER_WITHDRAWAL,
  answersRequired,
  askedWords,
  atDeskWords,
  CONSENT_OFFERED,
  creditRefusalWords,
  flagHomeEstimates,
  NO_PLAN,
  noOffers,
  orderWords,
  type QuotesFacts,
  tellNotIssued,
} from '../operator/quotes-words.ts'
import type { HomeownersFollowUp } from './schema.ts'

type Facts = Pick<HomeownersFollowUp, 'uid' | 'status' | 'detail_status' | 'missing_fields' | 'sandbox'> &
  Pick<
    QuotesFacts,
    | 'offers'
    | 'waiting'
    | 'illustrative'
    | 'consentOffered'
    | 'creditRefusedBy'
    | 'wasQuoted'
    | 'notIssuedBy'
    | 'hadOffers'
    | 'placing'
  > & {
    startDate: string | null
    hasStartWarning: boolean
    isCanceled: boolean
    isOver: boolean
  }

const SUMMARIES: Partial<Record<Facts['status'], (facts: Facts) => string>> = {
  needs_more_info: facts => missingSummary(facts),
  ready_to_finalize: () => 'An offer is selected. The person must now agree to purchase_preview.',
  signature_needed: ({ placing }) =>
    placing.isAtDesk
      ? `The person agreed to the purchase. ${atDeskWords(placing)}`
      : 'The person agreed to the purchase and must now confirm the estimates and sign.',
  waiting_on_carrier: ({ placing }) => orderWords(placing),
  info_requested: ({ placing }) => askedWords(placing),
}

const isOnlySubmission = (missing_fields: readonly string[]): boolean =>
  missing_fields.join() === 'confirm_submission,credit_check_authorized'

const missingSummary = (facts: Facts): string => {
  const { missing_fields, consentOffered } = facts
  const offered = consentOffered ? ` ${CONSENT_OFFERED}` : ''
  const refusal = creditRefusalWords('person', facts)
  if (refusal)
    return isOnlySubmission(missing_fields) ? refusal : `${answersRequired(missing_fields.length)} ${refusal}`
  return isOnlySubmission(missing_fields)
    ? `Only the person’s confirmation of the application and their authorization of a soft credit check are missing.${offered}`
    : answersRequired(missing_fields.length) + offered
}

export const shopperSummary = (facts: Facts): string | null => SUMMARIES[facts.status]?.(facts) ?? null

const OFFERED =
  'The credit authorization that you sent before does not count, because the application was not complete. Ask the person for credit_check_authorized again once nothing else is missing, or send it together with the last missing answers.'

const AFTER_NO =
  'Do not ask for the authorization again now. If the person changes their mind, show them the whole application and credit_consent_question word for word, and then send PATCH with {"confirm_submission": true, "credit_check_authorized": true}.'

const missing = ({ missing_fields, consentOffered, creditRefusedBy }: Facts): string[] => [
  ...(creditRefusedBy && isOnlySubmission(missing_fields) ? [] : missingAnswers(missing_fields)),
  ...(creditRefusedBy ? [creditRefusedBy === 'person' ? AFTER_WITHDRAWAL : AFTER_NO] : []),
  ...(consentOffered ? [OFFERED] : []),
]

const missingAnswers = (missing_fields: readonly string[]): string[] =>
  isOnlySubmission(missing_fields)
    ? [
        'Show the person the whole application and credit_consent_question word for word. Only if they agree to both, send PATCH with {"confirm_submission": true, "credit_check_authorized": true}.',
      ]
    : [
        'Ask the person for missing_fields and send the answers in intake with PATCH, in as few calls as possible. path in missing_field_details says where in intake each one goes. confirm_submission and credit_check_authorized come last, together, at the top level or in intake.',
        flagHomeEstimates('person'),
      ]

const quoted = (facts: Facts): string[] => {
  if (facts.detail_status !== undefined)
    return ['This application has ended. Start a new prefill if the person asks for it.']
  return facts.offers === 0
    ? [
        ...tellNotIssued('person', facts),
        noOffers('person', facts),
        ...waitForCarriers(facts.waiting, facts.offers),
      ]
    : [
        ...tellNotIssued('person', facts),
        SHOW_OFFERS,
        'Call select only with the person’s own choice, as offer_id: it states what statement says. With several homes, send offer_ids.',
        NO_PLAN,
      ]
}

const PLAYED =
  'The sandbox plays what the person does in the portal in a live purchase: bind also confirms every estimate and signs, and goes on to bound.'

const START_WARNING = 'Tell the person what start_warning in purchase_preview says.'

const startWords = ({ startDate, hasStartWarning }: Facts): string => {
  if (startDate !== null)
    return 'If the person wants to start on another day, send it as effective_date with bind. It can be from earliest_start_date to latest_start_date.'
  return hasStartWarning
    ? 'The known start date is too far ahead, so do not suggest an earlier one. Only if the person still wants to start from earliest_start_date to latest_start_date, send their day as effective_date with bind.'
    : 'No start date is known. Ask the person for one from earliest_start_date to latest_start_date, and send it as effective_date with bind.'
}

const finalize = (facts: Facts): string[] => [
  'Show the person purchase_preview with every estimate and its effective_date, the day coverage starts. Only if statement is true, send bind with preview_token and bind_confirmed: true.',
  startWords(facts),
  ...(facts.sandbox ? [PLAYED] : []),
]

const asked = ({ sandbox }: Facts): string[] => [
  'Tell the person what the carrier asks. It issues nothing before that is resolved, so do not send bind again until they say it is. They can also choose another offer: call select.',
  sandbox
    ? 'Once it is resolved, show purchase_preview again. Only if statement is true, send bind with preview_token and bind_confirmed: true.'
    : 'The agency gets the answer from the person and tells the carrier. Once it is resolved, the person signs again at signature_url.',
]

const PLAYED_THEN =
  'The sandbox played the person’s confirmation of the estimates and their signature. In a live purchase they do both themselves, in the portal.'

const CANCELED = canceledInstruction('person', 'start a new prefill')

const bound = ({ uid, sandbox, isCanceled, isOver }: Facts): string[] => [
  ...(isCanceled ? [CANCELED] : []),
  `${isOver ? '' : 'Give the person the policy number. '}GET /api/intake/${uid}/policy returns the details again.`,
  'To download the documents, the person signs in at the url in documents.',
  ...(sandbox ? [PLAYED_THEN] : []),
]

const NEXT: Record<Facts['status'], (facts: Facts) => string[]> = {
  needs_more_info: missing,
  pending_quotes: () => [POLL],
  quoted,
  ready_to_finalize: finalize,
  signature_needed: ({ placing }) => [
    placing.isAtDesk
      ? 'Wait for the agency, which contacts the person.'
      : 'Give the person signature_url to confirm the estimates and sign.',
    POLL,
  ],
  waiting_on_carrier: () => [POLL],
  info_requested: asked,
  bound,
}

export const shopperInstructions = (facts: Facts): string[] => [
  ...NEXT[facts.status](facts),
  ...(facts.hasStartWarning ? [START_WARNING] : []),
  ...(facts.sandbox ? ['This is a sandbox request: no email is sent and no real carrier is contacted.'] : []),
  ...illustrativeInstructions(facts),
]
