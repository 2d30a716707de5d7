import { type Reading, readEchoed } from './answer-parts.ts'

/** A document that goes with an order: what it is, and how to tell that all of it came. */
export type OrderDocument = {
  document_id: string
  type: string
  filename: string
  media_type: string
  size_bytes: number
  /** Of the bytes, in hex. */
  sha256: string
}

/**
 * A document that the carrier asked for, on its way. `request_id` is the document's own, the same at every attempt, so
 * that the far end keeps one however often it comes.
 */
export type DocumentDelivery = Omit<OrderDocument, 'document_id'> & {
  request_id: string
  quote_number: string
  /** The bytes in base64. */
  content: string
}

/** It has the document. What it makes of it, it says to the order. */
export type DocumentReceipt = { kind: 'received' }

export const readReceipt = (text: string, { request_id }: DocumentDelivery): Reading<DocumentReceipt> => {
  const read = readEchoed(text, request_id)
  if (read.outcome !== 'echoed') return { outcome: read.outcome, answer: null }
  return read.answer.kind === 'received'
    ? { outcome: 'received', answer: { kind: 'received' } }
    : { outcome: 'not_an_answer', answer: null }
}

/** For a carrier that is built in: it has what it is given. */
export const takesDocuments = async (): Promise<DocumentReceipt> => ({ kind: 'received' })
