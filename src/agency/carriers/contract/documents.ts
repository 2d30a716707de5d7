import { type ParsedAnswer, parseEchoed } from './parse-answer.ts'

export type OrderDocument = {
  document_id: string
  type: string
  filename: string
  media_type: string
  size_bytes: number
  sha256: string
}

export type DocumentDelivery = Omit<OrderDocument, 'document_id'> & {
  request_id: string
  quote_number: string
  content: string
}

export type DocumentReceipt = { kind: 'received' }

export const parseReceipt = (
  text: string,
  { request_id }: DocumentDelivery,
): ParsedAnswer<DocumentReceipt> => {
  const read = parseEchoed(text, request_id)
  if (read.outcome !== 'echoed') return { outcome: read.outcome, answer: null }
  return read.answer.kind === 'received'
    ? { outcome: 'received', answer: { kind: 'received' } }
    : { outcome: 'not_an_answer', answer: null }
}

export const acceptDocument = async (): Promise<DocumentReceipt> => ({ kind: 'received' })
