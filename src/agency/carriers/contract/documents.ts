import Type from 'typebox'
import { anyText, count, type Message, requestId } from './details.ts'
import { type ParsedAnswer, parseEchoed } from './parse-answer.ts'

const file = { type: anyText, filename: anyText, media_type: anyText, size_bytes: count, sha256: anyText }

export const orderDocument = Type.Object({ document_id: anyText, ...file })
export type OrderDocument = Message<typeof orderDocument>

export const Delivery = Type.Object({
  request_id: requestId,
  quote_number: anyText,
  ...file,
  content: Type.String({ description: 'The file in base64.' }),
})
export type DocumentDelivery = Message<typeof Delivery>

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
