import type { HomeownersFollowUp } from './schema.ts'

type Facts = Pick<HomeownersFollowUp, 'status' | 'detail_status' | 'missing_fields' | 'sandbox'> & {
  offers: number
}

const POLL = 'Look again with poll_request after poll_after_seconds, or hold the call with Prefer: wait=25.'

const SUMMARIES: Partial<Record<Facts['status'], string>> = {
  ready_to_finalize: 'The offer is chosen; the person has to say yes to purchase_preview.',
  signature_needed: 'The person has said yes, and now confirms the estimates and signs.',
  waiting_on_carrier: 'The policy is being issued.',
}

export const shopperSummary = ({ status }: Facts): string | null => SUMMARIES[status] ?? null

const missing = ({ missing_fields }: Facts): string[] =>
  missing_fields.join() === 'credit_check_authorized'
    ? [
        'Show the person the whole application and credit_consent_question in its exact words. Only when they agree to both send PATCH with confirm_submission: true and credit_check_authorized: true.',
      ]
    : [
        'Ask the person for missing_fields and send the answers with PATCH, in as few calls as you can. The authorization comes last.',
        'Flag each home value that the person did not confirm in field_estimates.',
      ]

const quoted = ({ detail_status, offers }: Facts): string[] => {
  if (detail_status !== undefined)
    return ['This application has ended. Start a new prefill if the person asks for it.']
  return offers === 0
    ? ['Tell the person that no carrier offered, with the reasons in declines.']
    : [
        'Show offers as they are; do not recommend beyond the recommended flag and its reason. Send the one that the person chose with select.',
      ]
}

const NEXT: Record<Facts['status'], (facts: Facts) => string[]> = {
  needs_more_info: missing,
  pending_quotes: () => [POLL],
  quoted,
  ready_to_finalize: () => [
    'Show the person purchase_preview, with each estimate. Only when they say yes send bind with preview_token and bind_confirmed: true.',
  ],
  signature_needed: () => [
    'Give the person signature_url: they confirm what is estimated and sign there.',
    POLL,
  ],
  waiting_on_carrier: () => [POLL],
  bound: () => ['Give the person the policy number; GET the policy tells the rest.'],
}

export const shopperInstructions = (facts: Facts): string[] => [
  ...NEXT[facts.status](facts),
  ...(facts.sandbox ? ['This is a sandbox request: nothing is mailed and no real carrier is asked.'] : []),
]
