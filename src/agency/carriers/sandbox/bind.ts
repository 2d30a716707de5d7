import { SECOND } from '../../../platform/lib/clock.ts'
import type { BindAnswer, BindRequest } from '../contract/bind.ts'
import type { Wait } from '../contract/carrier.ts'
import type { BillTo, PaymentTerms } from '../contract/payment-terms.ts'
import { type Binder, isOwnQuoteNumber, issue, quoteNumber, unknownQuote } from '../demo/bind.ts'

const INSTALLMENT_FEE_CENTS = 500

export const sandboxTerms = (
  annual_price: number,
  bill_to: BillTo[],
): Required<Pick<PaymentTerms, 'payment_plans' | 'bill_to'>> => {
  const price = annual_price * 100
  const half = price / 2
  return {
    bill_to,
    payment_plans: [
      { plan_id: 'full', label: 'Pay in full', due_now_cents: price, installments: [], total_cents: price },
      {
        plan_id: 'two_payments',
        label: 'Two payments',
        due_now_cents: half,
        installments: [
          { due_in_days: 180, amount_cents: half + INSTALLMENT_FEE_CENTS, fee_cents: INSTALLMENT_FEE_CENTS },
        ],
        total_cents: price + INSTALLMENT_FEE_CENTS,
      },
    ],
  }
}

type SuffixedOutcome = Exclude<BindAnswer['kind'], 'bound' | 'price_changed'> | 'slow' | 'document_asked'

export const BLOCKED = 'sandbox_blocked'

export type BindOutcome = BindAnswer['kind'] | SuffixedOutcome

const SLOW_MS = 3 * SECOND

const REQUESTED_DOCUMENT = 'declarations'

const SUFFIXES: Readonly<Record<SuffixedOutcome, string>> = {
  blocked: '-B',
  info_requested: '-I',
  slow: '-S',
  document_asked: '-D',
}

const QUOTED_PRICE = /-P(\d+)$/

const INCREASE = 1.1

type Quoted = { request_id: string; annual_price: number }

/** The order at the new price has the same quote number, so the number names the price that was quoted. */
const suffixOf = (outcome: BindOutcome, { annual_price }: Quoted): string => {
  if (outcome === 'bound') return ''
  return outcome === 'price_changed' ? `-P${annual_price}` : SUFFIXES[outcome]
}

export const sandboxQuoteNumber = (carrier: string, quoted: Quoted, outcome: BindOutcome = 'bound'): string =>
  quoteNumber(carrier, quoted.request_id) + suffixOf(outcome, quoted)

const splitQuoteNumber = ({
  quote_number,
  annual_price,
}: BindRequest): { own: string; outcome: BindOutcome } => {
  const [suffix, quoted] = QUOTED_PRICE.exec(quote_number) ?? []
  if (suffix !== undefined) {
    const outcome = annual_price === Number(quoted) ? 'price_changed' : 'bound'
    return { own: quote_number.slice(0, -suffix.length), outcome }
  }
  const found = Object.entries(SUFFIXES).find(([, ending]) => quote_number.endsWith(ending))
  if (!found) return { own: quote_number, outcome: 'bound' }
  const [outcome, ending] = found as [SuffixedOutcome, string]
  return { own: quote_number.slice(0, -ending.length), outcome }
}

const repriced = (name: string, signed: number): BindAnswer => {
  const annual_price = Math.round(signed * INCREASE)
  const { payment_plans } = sandboxTerms(annual_price, [])
  const reason = `${name} priced the policy again after its final checks.`
  return { kind: 'price_changed', annual_price, reason, payment_plans }
}

export const sandboxBind =
  ({ id, name }: { id: string; name: string }, wait: Wait): Binder =>
  async request => {
    const { own, outcome } = splitQuoteNumber(request)
    if (!isOwnQuoteNumber(id, own)) return unknownQuote(name)
    if (outcome === 'slow') await wait(SLOW_MS)
    if (outcome === 'blocked')
      return {
        kind: 'blocked',
        reason_code: BLOCKED,
        reason: `${name} declined to issue this policy. Choose another offer.`,
      }
    if (outcome === 'price_changed') return repriced(name, request.annual_price)
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
