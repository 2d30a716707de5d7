import type { BillTo } from '../../../agency/carriers/contract/payment-terms.ts'
import { takesHolds } from '../../../agency/payments/open-payment.ts'
import type { App } from '../../../platform/app.ts'
import { inLocale } from '../../../platform/language/language.ts'
import {
  billingChoices,
  billingWords,
  howPaidWords,
  type Offered,
  whenDue,
} from '../../line/buying/billing.ts'
import { say } from '../../line/fields/say.ts'
import type { Home } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeOffers } from './offers.ts'

/** A carrier whose answer says nothing about payment bills the homeowner itself: we take no money for it. */
export const USUALLY: BillTo = 'carrier_direct'

const namesLender = ({ loans = [] }: Home): boolean => loans.some(({ lender_name }) => lender_name)

const hasPayer = (home: Home, bill_to: BillTo): boolean => {
  if (bill_to === 'mortgagee_escrow') return namesLender(home)
  return bill_to !== 'at_closing' || home.new_purchase === true
}

export const payableOffer = <T extends Offered>(offer: T, home: Home | undefined): T => {
  const open = home && offer.bill_to?.filter(bill_to => hasPayer(home, bill_to))
  return open && open.length > 0 ? { ...offer, bill_to: open } : offer
}

export const lacksLender = ({ bill_to = [] }: Offered, home: Home | undefined): boolean =>
  bill_to.includes('mortgagee_escrow') && home !== undefined && !namesLender(home)

const MOST = 5

const hasEscrow = (homes: readonly Home[]): boolean =>
  homes.some(({ loans = [] }) => loans.some(({ escrow }) => escrow))

/** A lender pays only the bill that it gets, whatever the application says about escrow. */
export const escrowWords = (home: Home | undefined, bill_to: BillTo): string[] => {
  if (!home) return []
  if (bill_to === 'mortgagee_escrow')
    return namesLender(home)
      ? []
      : [say('Your application names no lender. Tell us who it is before you buy, or no one gets the bill.')]
  return hasEscrow([home])
    ? [
        say(
          'You told us that a lender pays from escrow. This bill does not go to the lender, so tell the lender about this policy.',
        ),
      ]
    : []
}

const carriers = inLocale(name => new Intl.ListFormat(name))

export const paymentWords = async (app: App, intake: HomeownersIntakeRecord): Promise<string[]> => {
  const { homes } = intake.application
  const offers = (await homeOffers.list(app.db, intake)).slice(0, MOST).flatMap(({ offer, item }) => {
    const home = homes.find(({ property_id }) => property_id === item)
    const [first, ...others] = billingChoices(payableOffer(offer, home), USUALLY)
    return first ? [{ offer, first, others }] : []
  })
  const direct = offers.filter(({ first }) => first.bill_to === 'carrier_direct')
  const isOnce = direct.length > 1
  const words = ({ offer, first, others }: (typeof offers)[number]): string => {
    const { sandbox } = intake
    const sold = { sandbox, illustrative: offer.illustrative ?? true }
    const when = whenDue(app, { ...sold, held: 'when you buy it' })
    return [
      `${offer.carrier}:`,
      ...billingWords(offer, first, app.config.agency.name, when),
      ...(first.bill_to === 'insured' ? [howPaidWords(takesHolds(app, sold))] : []),
      ...(others.length > 0 ? [say('You see the other ways to pay before you sign.')] : []),
    ].join(' ')
  }
  const isBilledElsewhere = offers.some(({ first }) => first.bill_to !== 'mortgagee_escrow')
  return [
    ...offers.filter(one => !isOnce || !direct.includes(one)).map(words),
    ...(isOnce
      ? [
          say(
            '{carriers}: Nothing is due to us. The company you choose bills you. The page shows the prices, and how you pay before you sign.',
            { carriers: carriers().format(new Set(direct.map(({ offer }) => offer.carrier))) },
          ),
        ]
      : []),
    ...(isBilledElsewhere && hasEscrow(homes)
      ? [
          say(
            'You told us that a lender pays from escrow. Only a bill to your mortgage company goes to the lender. If you choose another way to pay, tell the lender about your new policy.',
          ),
        ]
      : []),
  ]
}
