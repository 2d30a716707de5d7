import type { BillTo } from '../../../agency/carriers/contract/payment-terms.ts'
import type { Offered } from '../../line/buying/billing.ts'
import type { Home } from '../application/application.ts'

/** A carrier whose answer says nothing about payment bills the homeowner itself: we take no money for it. */
export const USUALLY: BillTo = 'carrier_direct'

export const namesLender = ({ loans = [] }: Home): boolean => loans.some(({ lender_name }) => lender_name)

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
