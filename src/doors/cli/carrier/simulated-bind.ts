import type { BindRequest } from '../../../agency/carriers/contract/bind.ts'
import { issue, unknownQuote } from '../../../agency/carriers/demo/bind.ts'
import { HOUR, later } from '../../../platform/lib/clock.ts'
import { plusDays } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import type { Knobs } from './knobs.ts'
import { SIMULATED } from './simulated-quote.ts'

type Ordering = { request: BindRequest; knobs: Knobs; price: number | undefined; edition: number }

const blocked = {
  kind: 'blocked',
  reason_code: 'simulated_block',
  reason: 'The simulator refuses this order.',
}

const issued = ({ request, knobs, edition }: Ordering) => {
  const policy = issue(
    SIMULATED.id,
    edition === 0 ? request : { ...request, request_id: `${request.request_id}/${edition}` },
  )
  if (policy.kind !== 'bound') return policy
  return {
    ...policy,
    ...(knobs.has('other_price') && { annual_price: policy.annual_price + 1 }),
    ...(knobs.has('other_date') && { effective_date: plusDays(policy.effective_date, 1) }),
  }
}

export const simulateBind = (ordering: Ordering, now: Date): { answer: object; policy?: object } => {
  const { request, knobs, price } = ordering
  if (!knobs.has('any_quote')) {
    if (price === undefined) return { answer: unknownQuote(SIMULATED.name) }
    if (price !== request.annual_price) {
      const reason = `This quote is for ${usd(price)} a year.`
      return { answer: { kind: 'info_requested', reason, fields: ['annual_price'] } }
    }
  }
  if (knobs.has('block')) return { answer: blocked }
  if (knobs.has('info'))
    return { answer: { kind: 'info_requested', reason: 'The simulator has a question.', fields: [] } }
  if (knobs.has('bind_price') && request.annual_price === price)
    return { answer: { kind: 'price_changed', annual_price: price + 50, reason: 'A report changed it.' } }
  const policy = issued(ordering)
  return knobs.has('bind_pending')
    ? { answer: { kind: 'pending', expected_by: later(now, HOUR).toISOString() }, policy }
    : { answer: policy }
}
