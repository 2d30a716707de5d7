import type { ConsentWords } from '../line/consent.ts'

/** What the homeowner agreed to when an operator sends `credit_check_authorized: true`. */
export const softCreditCheck: ConsentWords = {
  purpose: 'homeowners_soft_credit_check',
  version: '2026-11-01',
  words:
    'I authorize the agency and the insurance companies it asks for me to obtain consumer reports about me, including a soft credit inquiry where state law allows it, to quote homeowners insurance on this application. A soft inquiry does not change my credit score. I can withdraw this at any time before a policy is bound.',
}
