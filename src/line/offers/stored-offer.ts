import type { CreditPart, PriceFactor } from '../../carriers/contract/answers.ts'
import type { PaymentTerms } from '../../carriers/contract/payment-terms.ts'
import type { CarrierInfo } from '../wire/carrier-info.ts'

type CarrierOffer = PaymentTerms & {
  annual_price: number
  quote_number: string
  price_factors: PriceFactor[]
  price_range?: { low: number; high: number }
  is_estimate?: boolean
}

export type Stored<Offer> = Omit<Offer, 'kind' | 'valid_until' | keyof CreditPart> & {
  carrier: string
  illustrative: boolean
  admitted?: false
  carrier_info?: CarrierInfo
  recommended_because?: string
}

export type AnyStoredOffer = Stored<CarrierOffer>
