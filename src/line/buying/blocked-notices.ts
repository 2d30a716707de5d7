import { isAboutCredit } from '../../carriers/contract/answers.ts'
import type { CreditNotice } from '../../emails/adverse-action.ts'
import type { Order } from '../../policies/orders.ts'

/** Only what a carrier says: a notice states that the decision rests on a report. */
export const blockedNotices = (orders: readonly Pick<Order, 'terms' | 'answer'>[]): CreditNotice[] =>
  orders.flatMap(({ terms: { carrier }, answer }) => {
    if (answer?.kind !== 'blocked') return []
    const { reason_code, consumer_report = null, score_reasons = [] } = answer
    return consumer_report !== null || isAboutCredit(reason_code)
      ? [{ carrier, outcome: 'blocked' as const, consumer_report, score_reasons }]
      : []
  })
