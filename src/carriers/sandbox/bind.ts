import { SECOND } from '../../lib/clock.ts'
import type { BindAnswer } from '../contract/bind.ts'
import type { Wait } from '../contract/wait.ts'
import { type Binder, issue, unknownQuote } from '../demo/bind.ts'
import { isOwnQuoteNumber, quoteNumber } from '../demo/quote-number.ts'

/** What becomes of an order; `slow`: bound, after three seconds; `document_asked`: bound, with a document. */
export type BindOutcome = BindAnswer['kind'] | 'slow' | 'document_asked'

const SLOW_MS = 3 * SECOND

const ASKED = 'declarations'

const MARKS: Readonly<Record<Exclude<BindOutcome, 'bound'>, string>> = {
  blocked: '-B',
  info_requested: '-I',
  slow: '-S',
  document_asked: '-D',
}

/** A bind tells nothing of the risk: what will come of it is written into the quote number. */
export const sandboxQuoteNumber = (
  carrier: string,
  request_id: string,
  outcome: BindOutcome = 'bound',
): string => quoteNumber(carrier, request_id) + (outcome === 'bound' ? '' : MARKS[outcome])

const marked = (quote_number: string): { own: string; outcome: BindOutcome } => {
  const found = Object.entries(MARKS).find(([, mark]) => quote_number.endsWith(mark))
  if (!found) return { own: quote_number, outcome: 'bound' }
  const [outcome, mark] = found as [BindOutcome, string]
  return { own: quote_number.slice(0, -mark.length), outcome }
}

export const sandboxBind =
  ({ id, name }: { id: string; name: string }, wait: Wait): Binder =>
  async request => {
    const { own, outcome } = marked(request.quote_number)
    if (!isOwnQuoteNumber(id, own)) return unknownQuote(name)
    if (outcome === 'slow') await wait(SLOW_MS)
    if (outcome === 'blocked')
      return {
        kind: 'blocked',
        reason_code: 'sandbox_blocked',
        reason: `${name} will not issue this policy. Choose another offer.`,
      }
    if (outcome === 'info_requested')
      return {
        kind: 'info_requested',
        reason: `${name} wants to talk to you before it issues the policy. Call the agency.`,
        fields: [],
      }
    if (outcome === 'document_asked' && !request.documents?.some(({ type }) => type === ASKED))
      return {
        kind: 'info_requested',
        reason: `${name} wants to see the declarations of the home policy before it issues this one. Attach them.`,
        fields: [ASKED],
      }
    return issue(id, request)
  }
