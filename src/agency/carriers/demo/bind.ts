import { createHash } from 'node:crypto'
import { plusYears } from '../../../platform/values/calendar.ts'
import type { BindAnswer, BindRequest } from '../contract/bind.ts'

const digest = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

const prefixOf = (carrier: string): string => carrier.slice(0, 3)

const checkOf = (carrier: string, number: string): string => digest(carrier, number).slice(0, 6)

export const quoteNumber = (carrier: string, request_id: string): string => {
  const number = digest(carrier, request_id).slice(0, 12)
  return `${prefixOf(carrier)}-${number}${checkOf(carrier, number)}`.toUpperCase()
}

export const isOwnQuoteNumber = (carrier: string, quote_number: string): boolean => {
  const [prefix, number, check] = /^([^-]+)-([0-9a-f]{12})([0-9a-f]{6})$/
    .exec(quote_number.toLowerCase())
    ?.slice(1) ?? ['', '', '']
  return prefix === prefixOf(carrier).toLowerCase() && check === checkOf(carrier, number ?? '')
}

const policyNumber = (carrier: string, request_id: string): string => {
  const digits = BigInt(`0x${digest('policy', carrier, request_id).slice(0, 16)}`) % 10n ** 10n
  return `${prefixOf(carrier).toUpperCase()}-${String(digits).padStart(10, '0')}`
}

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
