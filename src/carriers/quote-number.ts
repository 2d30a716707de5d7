import { createHash } from 'node:crypto'

/** The same request to the same carrier has the same number at every attempt. */
export const quoteNumber = (carrier: string, request_id: string): string => {
  const digest = createHash('sha256').update(`${carrier}\n${request_id}`).digest('hex')
  return `${carrier.slice(0, 3)}-${digest.slice(0, 12)}`.toUpperCase()
}
