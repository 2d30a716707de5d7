import { isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import type { CreditNotice } from '../../../agency/emails/adverse-action.ts'
import type { Order } from '../../../agency/policies/orders.ts'

const OUTCOMES = { blocked: 'blocked', price_changed: 'priced' } as const

/** Only what a carrier says: a notice states that the decision or the price rests on a report. */
export const blockedNotices = (orders: readonly Pick<Order, 'terms' | 'answer'>[]): CreditNotice[] =>
  orders.flatMap(({ terms: { carrier }, answer }) => {
    if (answer?.kind !== 'blocked' && answer?.kind !== 'price_changed') return []
    const { kind, consumer_report = null, score_reasons = [] } = answer
    return consumer_report !== null || (kind === 'blocked' && isAboutCredit(answer.reason_code))
      ? [{ carrier, outcome: OUTCOMES[kind], consumer_report, score_reasons }]
      : []
  })
