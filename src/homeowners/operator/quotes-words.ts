import type { PublicStatus } from '../application/lifecycle.ts'

export type QuotesFacts = PublicStatus & {
  missing: readonly string[]
  offers: number
  homes: number
  /** Homes for which a policy was issued. */
  insured: number
  sandbox: boolean
}

const onlyConsent = ({ missing }: QuotesFacts): boolean => missing.join() === 'credit_check_authorized'

const policies = ({ homes, insured }: QuotesFacts): string =>
  homes === 1 ? 'The policy is bound.' : `Policies are bound for ${insured} of ${homes} homes.`

const DETAILS: Record<NonNullable<PublicStatus['detail_status']>, (facts: QuotesFacts) => string> = {
  selected: () => 'The homeowner has selected an offer, and reviews and signs in the portal.',
  bound: policies,
  withdrawn: () => 'The homeowner has withdrawn this application.',
  expired: () => 'This application has run out.',
}

/** What happened, in one sentence. */
export const summary = (facts: QuotesFacts): string => {
  const { status, detail_status, missing, offers } = facts
  if (detail_status) return DETAILS[detail_status](facts)
  if (status === 'pending_quotes')
    return 'The application was submitted and carriers are being asked for quotes.'
  if (status === 'quoted')
    return offers === 0
      ? 'No carrier made an offer for this application.'
      : `${offers} ${offers === 1 ? 'offer is' : 'offers are'} ready for the homeowner to review.`
  if (onlyConsent(facts))
    return 'Everything is there but the homeowner’s authorization of a soft credit check.'
  return `The application was saved; ${missing.length} more ${missing.length === 1 ? 'answer is' : 'answers are'} needed before it can be submitted.`
}

const NEXT: Record<NonNullable<PublicStatus['detail_status']>, string[]> = {
  selected: [
    'Wait for the homeowner to sign in the portal. A changed rated value quotes the home again, and the homeowner has to select anew.',
  ],
  bound: [
    'Nothing more is to be done here: the homeowner has the policy and the binder. Create a new request for a home that is not insured.',
  ],
  withdrawn: ['Do not go on with this request. Create a new one if the homeowner asks for it.'],
  expired: ['Create a new request if the homeowner still wants insurance.'],
}

const CONSENT =
  'Show the homeowner the assembled application, ask for explicit authorization of a soft credit check, and only then send credit_check_authorized: true with this uid. Never assume it.'

/** What to do next, for an agent that reads nothing else. */
export const instructions = (facts: QuotesFacts): string[] => {
  const { status, detail_status, offers, sandbox } = facts
  const rehearsal = sandbox
    ? ['This is a sandbox request: nothing is mailed and no real carrier is asked.']
    : []
  if (detail_status) return [...NEXT[detail_status], ...rehearsal]
  if (status === 'pending_quotes')
    return [
      'Poll with poll_request after poll_after_seconds, without an Idempotency-Key, until status is quoted.',
      ...rehearsal,
    ]
  if (status === 'quoted' && offers === 0)
    return ['Tell the homeowner that no carrier offered, with the reasons in declines.', ...rehearsal]
  if (status === 'quoted')
    return [
      'Give the homeowner homeowner_quotes_request_login_url: estimates are reviewed and the policy is bound there.',
      'Show offers as they are; do not recommend beyond the recommended flag and its reason.',
      ...rehearsal,
    ]
  if (onlyConsent(facts)) return [CONSENT, ...rehearsal]
  return [
    'Send the fields in missing_fields with the same uid, in as few calls as you can.',
    'Flag each home value that the homeowner did not confirm in field_estimates.',
    ...rehearsal,
  ]
}
