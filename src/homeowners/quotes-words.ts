export type QuotesFacts = {
  status: 'needs_more_info' | 'pending_quotes' | 'quoted'
  missing: readonly string[]
  offers: number
  sandbox: boolean
}

const onlyConsent = ({ missing }: QuotesFacts): boolean => missing.join() === 'credit_check_authorized'

/** What happened, in one sentence. */
export const summary = (facts: QuotesFacts): string => {
  const { status, missing, offers } = facts
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

const CONSENT =
  'Show the homeowner the assembled application, ask for explicit authorization of a soft credit check, and only then send credit_check_authorized: true with this uid. Never assume it.'

/** What to do next, for an agent that reads nothing else. */
export const instructions = (facts: QuotesFacts): string[] => {
  const { status, offers, sandbox } = facts
  const rehearsal = sandbox
    ? ['This is a sandbox request: nothing is mailed and no real carrier is asked.']
    : []
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
