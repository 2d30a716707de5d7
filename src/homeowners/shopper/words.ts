import { illustrativeInstructions } from '../../line/wire/illustrative.ts'
import type { HomeownersFollowUp } from './schema.ts'

type Facts = Pick<HomeownersFollowUp, 'status' | 'detail_status' | 'missing_fields' | 'sandbox'> & {
  offers: number
  illustrative: boolean
  consentOffered: boolean
}

const POLL = 'Poll with poll_request after poll_after_seconds, or long-poll with Prefer: wait=25.'

const SUMMARIES: Partial<Record<Facts['status'], string>> = {
  ready_to_finalize: 'An offer is selected. The person must now agree to purchase_preview.',
  signature_needed: 'The person agreed to the purchase and must now confirm the estimates and sign.',
  waiting_on_carrier: 'The policy is being issued.',
}

export const shopperSummary = ({ status }: Facts): string | null => SUMMARIES[status] ?? null

const OFFERED =
  'The credit authorization that you sent before does not count, because the application was not complete. Ask the person for credit_check_authorized again once nothing else is missing, or send it together with the last missing answers.'

const missing = ({ missing_fields, consentOffered }: Facts): string[] => [
  ...missingAnswers(missing_fields),
  ...(consentOffered ? [OFFERED] : []),
]

const missingAnswers = (missing_fields: readonly string[]): string[] =>
  missing_fields.join() === 'credit_check_authorized'
    ? [
        'Show the person the whole application and credit_consent_question word for word. Only if they agree to both, send PATCH with confirm_submission: true and credit_check_authorized: true.',
      ]
    : [
        'Ask the person for missing_fields and send the answers with PATCH, in as few calls as possible. The authorization comes last.',
        'Flag each home value that the person did not confirm in field_estimates.',
      ]

const quoted = ({ detail_status, offers }: Facts): string[] => {
  if (detail_status !== undefined)
    return ['This application has ended. Start a new prefill if the person asks for it.']
  return offers === 0
    ? ['Tell the person that no carrier made an offer, and give the reasons in declines.']
    : [
        'Show offers unchanged. Recommend only the offer flagged recommended, with its reason. Then call select with the person’s choice.',
      ]
}

const NEXT: Record<Facts['status'], (facts: Facts) => string[]> = {
  needs_more_info: missing,
  pending_quotes: () => [POLL],
  quoted,
  ready_to_finalize: () => [
    'Show the person purchase_preview with every estimate. Only if statement is true, send bind with preview_token and bind_confirmed: true.',
  ],
  signature_needed: () => ['Give the person signature_url to confirm the estimates and sign.', POLL],
  waiting_on_carrier: () => [POLL],
  bound: () => ['Give the person the policy number. GET the policy for the details.'],
}

export const shopperInstructions = (facts: Facts): string[] => [
  ...NEXT[facts.status](facts),
  ...(facts.sandbox ? ['This is a sandbox request: no email is sent and no real carrier is contacted.'] : []),
  ...illustrativeInstructions(facts),
]
