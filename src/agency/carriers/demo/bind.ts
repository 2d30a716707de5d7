import { plusYears } from '../../../platform/values/calendar.ts'
import type { BindAnswer, BindRequest } from '../contract/bind.ts'
import { isOwnQuoteNumber, policyNumber } from './quote-number.ts'

export type Binder = (request: BindRequest) => Promise<BindAnswer>

export const issue = (carrier: string, request: BindRequest): BindAnswer => {
  const { request_id, annual_price, effective_date } = request
  return {
    kind: 'bound',
    policy_number: policyNumber(carrier, request_id),
    annual_price,
    effective_date,
    expiration_date: plusYears(effective_date, 1),
  }
}

export const unknownQuote = (name: string): BindAnswer => ({
  kind: 'blocked',
  reason_code: 'unknown_quote',
  reason: `${name} did not issue this quote number.`,
})

export const demoBind =
  ({ id, name }: { id: string; name: string }): Binder =>
  async request =>
    isOwnQuoteNumber(id, request.quote_number) ? issue(id, request) : unknownQuote(name)
