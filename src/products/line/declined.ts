import type { CreditPart } from '../../agency/carriers/contract/answers.ts'
import { ordersOf } from '../../agency/policies/orders.ts'
import type { App } from '../../platform/app.ts'
import { declinesAbout } from './offers/replies.ts'

export type Declined = {
  carrier: string
  stage: 'quote' | 'order'
  at: Date
  reason_code: string
  reason: string
  consumer_report: NonNullable<CreditPart['consumer_report']> | null
  score_reasons: string[]
}

type Said = CreditPart & { reason_code: string; reason: string }

const saidIn = ({ reason_code, reason, consumer_report, score_reasons = [] }: Said) => ({
  reason_code,
  reason,
  consumer_report: consumer_report ?? null,
  score_reasons,
})

export const declinedIn = async (
  app: App,
  uid: string,
  nameOf: (carrierId: string) => string,
): Promise<Declined[]> => {
  const quotes = (await declinesAbout(app, uid)).map(
    ({ carrier_id, answered_at, reply }): Declined => ({
      carrier: nameOf(carrier_id),
      stage: 'quote',
      at: answered_at,
      ...saidIn(reply),
    }),
  )
  const orders = (await ordersOf(app, uid)).flatMap(
    ({ terms, answer, answered_at, ordered_at }): Declined[] =>
      answer?.kind === 'blocked'
        ? [{ carrier: terms.carrier, stage: 'order', at: answered_at ?? ordered_at, ...saidIn(answer) }]
        : [],
  )
  return [...quotes, ...orders].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const STAGES = { quote: 'The quote', order: 'The policy, after the order' } as const

export const stageWords = ({ stage }: Pick<Declined, 'stage'>): string => STAGES[stage]

export const declinedWords = (declined: Declined): string => {
  const { reason, reason_code, consumer_report: report, score_reasons } = declined
  return [
    `${stageWords(declined)}: ${reason} (${reason_code}).`,
    ...(report ? [`Report from ${report.agency}, ${report.address}, ${report.phone}.`] : []),
    ...(score_reasons.length > 0 ? [`Main reasons: ${score_reasons.join('; ')}.`] : []),
  ].join(' ')
}
