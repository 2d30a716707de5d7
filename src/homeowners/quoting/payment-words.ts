import type { App } from '../../app.ts'
import type { BillTo } from '../../carriers/contract/payment-terms.ts'
import { billingChoices, billingWords, howPaidWords, whenDue } from '../../line/buying/billing.ts'
import { say } from '../../line/fields/say.ts'
import { listOffers, type OfferRow } from '../../line/offers/store.ts'
import { takesHolds } from '../../payments/open-payment.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import type { StoredOffer } from './offers.ts'

/** A carrier whose answer says nothing about payment bills the homeowner itself: we take no money for it. */
export const USUALLY: BillTo = 'carrier_direct'

const MOST = 5

export const paymentWords = async (app: App, intake: HomeownersIntakeRecord): Promise<string[]> => {
  const words = ({ offer: stored }: OfferRow): string[] => {
    const offer = stored as StoredOffer
    const [first, ...others] = billingChoices(offer, USUALLY)
    if (!first) return []
    const { sandbox } = intake
    const holds = takesHolds(app, { sandbox, illustrative: offer.illustrative ?? true })
    return [
      [
        `${offer.carrier}:`,
        ...billingWords(
          offer,
          first,
          app.config.agency.name,
          whenDue(app, { holds, held: 'when you buy it' }),
        ),
        ...(first.bill_to === 'insured' ? [howPaidWords(holds)] : []),
        ...(others.length > 0 ? [say('The page shows other ways to pay.')] : []),
      ].join(' '),
    ]
  }
  return (await listOffers(app.db, intake)).slice(0, MOST).flatMap(words)
}
