import { plusYears } from '../../line/fields/calendar.ts'
import type { BindAnswer, BindRequest } from '../contract/bind.ts'
import { isOwnQuoteNumber, policyNumber } from './quote-number.ts'

export type Binder = (request: BindRequest) => Promise<BindAnswer>

/** A policy of one year, on the terms that were offered. The number follows from the request, at every attempt. */
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
  reason: `${name} has made no offer with this quote number.`,
})

/** A built-in carrier issues what it has offered, and nothing that another carrier has. */
export const referenceBind =
  ({ id, name }: { id: string; name: string }): Binder =>
  async request =>
    isOwnQuoteNumber(id, request.quote_number) ? issue(id, request) : unknownQuote(name)
