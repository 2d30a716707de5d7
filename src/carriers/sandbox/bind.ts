import { SECOND } from '../../lib/clock.ts'
import type { BindAnswer } from '../contract/bind.ts'
import type { Wait } from '../contract/carrier.ts'
import { type Binder, issue, unknownQuote } from '../demo/bind.ts'
import { isOwnQuoteNumber, quoteNumber } from '../demo/quote-number.ts'

export type BindOutcome = Exclude<BindAnswer['kind'], 'price_changed'> | 'slow' | 'document_asked'

const SLOW_MS = 3 * SECOND

const REQUESTED_DOCUMENT = 'declarations'

const SUFFIXES: Readonly<Record<Exclude<BindOutcome, 'bound'>, string>> = {
  blocked: '-B',
  info_requested: '-I',
  slow: '-S',
  document_asked: '-D',
}

export const sandboxQuoteNumber = (
  carrier: string,
  request_id: string,
  outcome: BindOutcome = 'bound',
): string => quoteNumber(carrier, request_id) + (outcome === 'bound' ? '' : SUFFIXES[outcome])

const splitQuoteNumber = (quote_number: string): { own: string; outcome: BindOutcome } => {
  const found = Object.entries(SUFFIXES).find(([, suffix]) => quote_number.endsWith(suffix))
  if (!found) return { own: quote_number, outcome: 'bound' }
  const [outcome, suffix] = found as [BindOutcome, string]
  return { own: quote_number.slice(0, -suffix.length), outcome }
}

export const sandboxBind =
  ({ id, name }: { id: string; name: string }, wait: Wait): Binder =>
  async request => {
    const { own, outcome } = splitQuoteNumber(request.quote_number)
    if (!isOwnQuoteNumber(id, own)) return unknownQuote(name)
    if (outcome === 'slow') await wait(SLOW_MS)
    if (outcome === 'blocked')
      return {
        kind: 'blocked',
        reason_code: 'sandbox_blocked',
        reason: `${name} declined to issue this policy. Choose another offer.`,
      }
    if (outcome === 'info_requested')
      return {
        kind: 'info_requested',
        reason: `${name} needs to talk to you before it issues the policy. Call the agency.`,
        fields: [],
      }
    if (outcome === 'document_asked' && !request.documents?.some(({ type }) => type === REQUESTED_DOCUMENT))
      return {
        kind: 'info_requested',
        reason: `Attach the home policy's declarations page. ${name} needs it to issue this policy.`,
        fields: [REQUESTED_DOCUMENT],
      }
    return issue(id, request)
  }
