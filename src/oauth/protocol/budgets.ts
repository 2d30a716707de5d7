import type { Budget } from '../../http/budgets/budget.ts'
import { typedEmail } from '../../lib/email-address.ts'

/** `/oauth2/*` and `/agent/*` share it. */
export const oauthCalls: Budget = { name: 'oauth', points: 60, seconds: 60, by: 'address' }

/** Mails to an operator who signs in to decide about an app. */
export const signInMails = {
  name: 'operator_sign_in',
  points: 5,
  seconds: 900,
  by: (form: URLSearchParams) => typedEmail(form.get('email')),
} satisfies Budget

type Named = {
  login_hint?: string
  email?: string
  assertion?: string
  assertion_type?: string
  claim_token?: string
  otp?: string
}

/** What is mailed is counted by its address; a call that mails nothing is its own, and one-time codes count theirs. */
const named = (input: Named): string => {
  const { login_hint, email, assertion, assertion_type, claim_token, otp } = input
  const mailed = login_hint ?? email ?? (assertion_type === 'verified_email' ? assertion : undefined)
  return otp === undefined && mailed !== undefined ? typedEmail(mailed) : `${claim_token} ${otp} ${assertion}`
}

/** Mails that an agent causes. */
export const agentMails: Budget = { name: 'agent_mails', points: 5, seconds: 3600, by: named }
