import type { PriceChanged } from '../../../agency/carriers/contract/bind.ts'
import type { NewPrice } from '../offers/offer-events.ts'

export const newPriceIn = ({
  kind: _,
  reason: _reason,
  consumer_report: _report,
  score_reasons: _why,
  annual_price,
  ...terms
}: PriceChanged): NewPrice => ({ annual_price, terms })
