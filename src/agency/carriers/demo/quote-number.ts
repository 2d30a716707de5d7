import { createHash } from 'node:crypto'

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

export const policyNumber = (carrier: string, request_id: string): string => {
  const digits = BigInt(`0x${digest('policy', carrier, request_id).slice(0, 16)}`) % 10n ** 10n
  return `${prefixOf(carrier).toUpperCase()}-${String(digits).padStart(10, '0')}`
}
