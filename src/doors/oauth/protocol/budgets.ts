import type { Budget } from '../../../platform/http/budgets/budget.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../../../platform/lib/clock.ts'
import { typedEmail } from '../../../platform/lib/email-address.ts'
import { perTypedEmail } from '../../../platform/signin/emailing-form.ts'

export const oauthCalls: Budget = { name: 'oauth', points: 60, seconds: MINUTE_SECONDS, by: 'address' }

export const signInEmails = perTypedEmail('operator_sign_in')

type AgentInput = {
  login_hint?: string
  email?: string
  assertion?: string
  assertion_type?: string
  claim_token?: string
  otp?: string
}

const recipientIn = ({
  login_hint,
  email,
  assertion,
  assertion_type,
  otp,
}: AgentInput): string | undefined =>
  otp === undefined
    ? (login_hint ?? email ?? (assertion_type === 'verified_email' ? assertion : undefined))
    : undefined

export const namesRecipient = (input: AgentInput): boolean => recipientIn(input) !== undefined

/** Emails count by recipient. A call that sends none counts alone, because one-time codes count their own tries. */
const recipientOf = (input: AgentInput): string => {
  const { assertion, claim_token, otp } = input
  const recipient = recipientIn(input)
  return recipient !== undefined ? typedEmail(recipient) : `${claim_token} ${otp} ${assertion}`
}

export const agentEmails: Budget = { name: 'agent_mails', points: 5, seconds: HOUR_SECONDS, by: recipientOf }
