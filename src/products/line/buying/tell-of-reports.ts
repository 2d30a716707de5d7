import { isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import {
  type AdverseActionFacts,
  adverseActionEmail,
  type CreditNotice,
  incompleteNoticeEmail,
  isNoticeComplete,
} from '../../../agency/emails/adverse-action.ts'
import type { Email } from '../../../agency/emails/layout.ts'
import type { EmailAbout } from '../../../agency/emails/store.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'

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

type Told = Pick<EmailAbout, 'purpose'> & {
  email(to: string, facts: Pick<AdverseActionFacts, 'firstName' | 'link'>): Email
}

type Reports = { uid: string; notices: readonly CreditNotice[]; tell(told: Told): Promise<void> }

/** A notice that is not complete goes out by itself, under a subject that does not claim to be one. */
export const tellOfReports = async (app: App, { uid, notices, tell }: Reports): Promise<void> => {
  const contact = contactWords(app.config.agency)
  const send = async (write: typeof adverseActionEmail, told: readonly CreditNotice[]): Promise<void> => {
    if (told.length > 0)
      await tell({
        purpose: 'adverse_action',
        email: (to, facts) => write(to, { ...facts, contact, notices: told }),
      })
  }
  const incomplete = notices.filter(notice => !isNoticeComplete(notice))
  await send(adverseActionEmail, notices.filter(isNoticeComplete))
  await send(incompleteNoticeEmail, incomplete)
  for (const { carrier } of incomplete)
    app.log.warn({ uid, carrier }, 'adverse action notice without the reporting agency')
}
