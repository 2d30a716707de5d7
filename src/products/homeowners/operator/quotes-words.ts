import { flagEstimates } from '../../line/fields/sent-estimate.ts'
import { stillWaiting, type Waiting, waitForCarriers } from '../../line/offers/progress.ts'
import { illustrativeInstructions } from '../../line/wire/illustrative.ts'
import {
  boundOfSeveral,
  boundWords,
  canceledInstruction,
  isOver,
  type PolicyOfHome,
} from '../../line/wire/policy-words.ts'
import { SHOW_OFFERS } from '../../line/wire/previous-price.ts'
import type { CreditRefusal } from '../application/application.ts'
import type { PublicStatus } from '../application/statuses.ts'
import type { Placing } from '../buying/placing.ts'

const list = new Intl.ListFormat('en-US')

const named = (carriers: readonly string[]): string => list.format(new Set(carriers))

type PlacingFacts = Placing & { isAtDesk: boolean; homes: number; insured: number }

const coverage = ({ homes, insured }: PlacingFacts): string =>
  insured === 0
    ? 'There is no coverage until the policy is issued.'
    : `Policies are bound for ${insured} of ${homes} homes. No other home is covered until its policy is issued.`

/** Does not say why, because another application is confidential. */
export const atDeskWords = (placing: PlacingFacts): string =>
  `The agency is looking at the purchase. ${coverage(placing)}`

export const orderWords = (placing: PlacingFacts): string => {
  const { open, isAtDesk } = placing
  const carriers = (isByStaff: boolean): string[] =>
    open.filter(({ byStaff }) => byStaff === isByStaff).map(({ carrier }) => carrier)
  const [staff, sent] = [carriers(true), carriers(false)]
  return [
    ...(staff.length > 0 ? [`The agency is placing the order with ${named(staff)}.`] : []),
    ...(sent.length > 0
      ? [
          isAtDesk && staff.length === 0
            ? `The order is with ${named(sent)}, and the agency is asking for the answer.`
            : `The order is with ${named(sent)}.`,
        ]
      : []),
    coverage(placing),
  ].join(' ')
}

export const askedWords = (placing: PlacingFacts): string =>
  [
    ...placing.asked.map(
      ({ carrier, reason, property_id }) =>
        `${carrier} has not issued the policy${placing.homes > 1 ? ` for ${property_id}` : ''}. It says: “${reason}”`,
    ),
    coverage(placing),
  ].join(' ')

export type QuotesFacts = PublicStatus & {
  missing: readonly string[]
  offers: number
  homes: number
  insured: number
  notIssuedBy: readonly { carrier: string; property_id: string }[]
  hadOffers: boolean
  placing: PlacingFacts
  policies: readonly PolicyOfHome[]
  hasLender: boolean
  sandbox: boolean
  waiting: Waiting | null
  illustrative: boolean
  consentOffered: boolean
  creditRefusedBy: CreditRefusal
  wasQuoted: boolean
  undescribed: number
}

const onlyConsent = ({ missing }: QuotesFacts): boolean =>
  missing.every(field => field === 'credit_check_authorized')

export const speaksOfConsent = (facts: QuotesFacts): boolean =>
  facts.missing.includes('credit_check_authorized') &&
  (onlyConsent(facts) || facts.consentOffered || facts.creditRefusedBy !== null)

const ERASED = 'The policies of this application have ended, and its personal data was erased.'

const policies = ({ homes, policies: bound }: QuotesFacts): string => {
  const [only] = bound
  if (!only) return ERASED
  return homes === 1 ? boundWords(only) : boundOfSeveral(bound, homes)
}

const DETAILS: Record<NonNullable<PublicStatus['detail_status']>, (facts: QuotesFacts) => string> = {
  selected: ({ placing }) => {
    if (placing.open.length > 0) return `The homeowner signed. ${orderWords(placing)}`
    if (placing.asked.length > 0) return askedWords(placing)
    return placing.isAtDesk
      ? `The homeowner selected an offer. ${atDeskWords(placing)}`
      : 'The homeowner selected an offer and can now review and sign in the portal.'
  },
  bound: policies,
  withdrawn: () => 'The homeowner withdrew this application.',
  expired: () => 'This application has expired.',
}

export const CONSENT_OFFERED =
  'The credit authorization sent so far is kept as offered and does not count, because the application was not complete.'

export const creditRefusalWords = (
  person: string,
  { creditRefusedBy, wasQuoted }: Pick<QuotesFacts, 'creditRefusedBy' | 'wasQuoted'>,
): string | null => {
  if (creditRefusedBy === null) return null
  const said =
    creditRefusedBy === 'person'
      ? `The ${person} withdrew their authorization of a soft credit check.`
      : `The ${person}’s No to a soft credit check was recorded.`
  return wasQuoted ? `${said} Earlier quotes are void.` : said
}

export const answersRequired = (count: number): string =>
  `The application was saved. ${count} more ${count === 1 ? 'answer is' : 'answers are'} required to submit it.`

const notIssuedWords = ({
  notIssuedBy,
  placing: { homes },
}: Pick<QuotesFacts, 'notIssuedBy' | 'placing'>): string[] =>
  [...new Set(notIssuedBy.map(({ property_id }) => property_id))].map(home => {
    const carriers = notIssuedBy.flatMap(({ carrier, property_id }) => (property_id === home ? carrier : []))
    return `${named(carriers)} did not issue the policy${homes > 1 ? ` for ${home}` : ''}`
  })

const notIssued = (facts: QuotesFacts): string =>
  notIssuedWords(facts)
    .map(words => `${words}. `)
    .join('')

const quotedSummary = (facts: QuotesFacts): string => {
  const { offers, insured, hadOffers } = facts
  const before = (insured > 0 ? `${policies(facts)} ` : '') + notIssued(facts)
  const waiting = stillWaiting(facts.waiting)
  if (offers > 0)
    return `${before}${offers} ${offers === 1 ? 'offer is' : 'offers are'} ready for the homeowner to review.${waiting}`
  const none = hadOffers ? 'No offer is left' : 'No carrier made an offer'
  return `${before}${none} for ${insured > 0 ? 'the rest of this application' : 'this application'}.${waiting}`
}

export const summary = (facts: QuotesFacts): string => {
  const { status, detail_status, missing } = facts
  if (detail_status) return DETAILS[detail_status](facts)
  if (status === 'pending_quotes')
    return `The application was submitted, and we are waiting for quotes from carriers.${stillWaiting(facts.waiting)}`
  if (status === 'quoted') return quotedSummary(facts)
  const offered = facts.consentOffered ? ` ${CONSENT_OFFERED}` : ''
  const refusal = creditRefusalWords('homeowner', facts)
  if (refusal) return onlyConsent(facts) ? refusal : `${answersRequired(missing.length)} ${refusal}`
  if (onlyConsent(facts))
    return `Only the homeowner’s authorization of a soft credit check is missing.${offered}`
  return answersRequired(missing.length) + offered
}

const PENDING =
  'Poll with only the uid after poll_after_seconds, without an Idempotency-Key, or long-poll with Prefer: wait=25, until status is quoted.'

const ORDERED =
  'Neither you nor the homeowner has to do anything now. Poll with only the uid after poll_after_seconds until detail_status is bound, or status is quoted without it.'

const ASKED =
  'Tell the homeowner what the carrier asks. The agency gets the answer from them and tells the carrier. Once it is resolved, they sign again or choose another offer at homeowner_quotes_request_login_url. You cannot do it for them.'

const SIGN =
  'Wait for the homeowner to sign in the portal. If you change a rated value, the homeowner must select a new offer.'

const WAIT_FOR_AGENCY =
  'Wait for the agency, which contacts the homeowner. Poll with only the uid after poll_after_seconds.'

const selected = ({ placing }: QuotesFacts): string => {
  if (placing.open.length > 0) return ORDERED
  if (placing.asked.length > 0) return ASKED
  return placing.isAtDesk ? WAIT_FOR_AGENCY : SIGN
}

const NEXT: Record<NonNullable<PublicStatus['detail_status']>, (facts: QuotesFacts) => string> = {
  selected,
  bound: () => 'The homeowner has the policy and the binder. Create a new request for any uninsured home.',
  withdrawn: () => 'Stop working on this request. Create a new one if the homeowner asks for it.',
  expired: () => 'Create a new request if the homeowner still wants insurance.',
}

export const tellNotIssued = (
  person: string,
  facts: Pick<QuotesFacts, 'notIssuedBy' | 'placing'>,
): string[] =>
  notIssuedWords(facts).map(
    words =>
      `Tell the ${person} that ${words}, that it does not cover them, and why: see declines. They owe nothing for it.`,
  )

export const noOffers = (person: string, { hadOffers }: Pick<QuotesFacts, 'hadOffers'>): string =>
  `Tell the ${person} that ${hadOffers ? 'no offer is left' : 'no carrier made an offer'}, and give the reasons in declines.`

const claims = ({ undescribed }: QuotesFacts): string[] =>
  undescribed === 0
    ? []
    : [
        'Optional: ask the homeowner for the date, cause and amount of each claim, and send them in losses of that home.',
      ]

export const flagHomeEstimates = (person: string): string =>
  flagEstimates({
    what: `home value that the ${person}`,
    where: 'field_estimates of that home',
    example: 'roof_date',
  })

export const NO_PLAN = 'payment_plans and bill_to say how to pay. Never divide annual_price by 12.'

const ONE_BY_ONE =
  'The homeowner can buy for one home now and for the others later. See properties for the state of each home.'

const CONSENT =
  'Show the homeowner the assembled application and the exact words in statement, and ask for explicit authorization of a soft credit check. Only then send credit_check_authorized: true with this uid. Never assume it.'

export const AFTER_WITHDRAWAL =
  'Do not ask for the authorization again, and do not send credit_check_authorized: only the person can give it again. If they change their mind, they sign in at homeowner_fix_issues_request_login_url and authorize it there.'

const AFTER_NO =
  'Do not ask for the authorization again now. If the homeowner changes their mind, show them the assembled application and the exact words in statement, and then send credit_check_authorized: true with this uid.'

const afterCreditRefusal = ({ creditRefusedBy }: QuotesFacts): string[] => {
  if (creditRefusedBy === null) return []
  return [creditRefusedBy === 'person' ? AFTER_WITHDRAWAL : AFTER_NO]
}

export const CARRIER_ASKED =
  'A carrier asked the homeowner a question, and we emailed them. Give them homeowner_quotes_request_login_url to answer it.'

const AGAIN =
  'Send credit_check_authorized: true again with the last missing fields, or after them, once the homeowner has authorized the check on the assembled application.'

const SANDBOX =
  'This is a sandbox request: no email is sent and no real carrier is contacted. The sign-in page shows its link instead.'

const PLAY = 'To rehearse the purchase, open homeowner_quotes_request_login_url and play the homeowner.'

const FOR_LENDER =
  'For the lender, the operator creates a link to the evidence of insurance on the request’s page of the dashboard. POST /api/agent/homeowners/dashboard/session signs them in.'

const CANCELED = canceledInstruction('homeowner', 'create a new request')

export const instructions = (facts: QuotesFacts): string[] => {
  const { status, detail_status, offers, homes, sandbox } = facts
  const rehearsal = sandbox ? [SANDBOX] : illustrativeInstructions(facts)
  const lender = detail_status === 'bound' && facts.hasLender ? [FOR_LENDER] : []
  const canceled = facts.policies.some(({ life }) => life === 'canceled') ? [CANCELED] : []
  if (detail_status === 'bound' && facts.policies.every(isOver)) return [...canceled, ...rehearsal]
  if (detail_status) return [NEXT[detail_status](facts), ...lender, ...canceled, ...rehearsal]
  if (status === 'pending_quotes') return [PENDING, ...illustrativeInstructions(facts)]
  if (status === 'quoted' && offers === 0)
    return [
      ...tellNotIssued('homeowner', facts),
      noOffers('homeowner', facts),
      ...waitForCarriers(facts.waiting, offers),
      ...rehearsal,
    ]
  if (status === 'quoted')
    return [
      ...tellNotIssued('homeowner', facts),
      'Give the homeowner homeowner_quotes_request_login_url to review the estimates and buy the policy.',
      SHOW_OFFERS,
      NO_PLAN,
      ...waitForCarriers(facts.waiting, offers),
      ...(homes > 1 ? [ONE_BY_ONE] : []),
      ...(sandbox ? [PLAY] : []),
      ...illustrativeInstructions(facts),
    ]
  if (onlyConsent(facts) && facts.creditRefusedBy) return [...afterCreditRefusal(facts), ...rehearsal]
  if (onlyConsent(facts)) return [CONSENT, ...claims(facts), ...rehearsal]
  return [
    'Send the fields in missing_fields with the same uid, in as few calls as possible.',
    ...(facts.consentOffered ? [AGAIN] : []),
    ...afterCreditRefusal(facts),
    flagHomeEstimates('homeowner'),
    ...claims(facts),
    ...rehearsal,
  ]
}
