import type { CreditPart, PriceFactor } from '../../../agency/carriers/contract/answers.ts'
import type { CarrierInfo } from '../../../agency/carriers/contract/carrier-info.ts'
import type { PaymentTerms } from '../../../agency/carriers/contract/payment-terms.ts'
import type { Recommendation } from '../../../agency/carriers/contract/recommendation.ts'

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
  recommended_because?: Recommendation | string
}

export type AnyStoredOffer = Stored<CarrierOffer>
