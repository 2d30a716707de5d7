import type { FastifyReply } from 'fastify'

export const MAX_ANSWER_BYTES = 2 * 2 ** 20

export const checkAnswerBytes = (bytes: number, most = MAX_ANSWER_BYTES): void => {
  if (bytes > most) throw new RangeError(`an answer of ${bytes} bytes is too large to send`)
}

type Whole = { status: number; headers: string[]; text: string; bytes?: Buffer }

export const sendAtOnce = (reply: FastifyReply, { status, headers, text, bytes }: Whole): void => {
  const length = bytes?.length ?? Buffer.byteLength(text)
  checkAnswerBytes(length)
  headers.push('content-length', String(length))
  // Throws on an invalid header, so it comes first: until it is hijacked, a reply can still report a failure.
  reply.raw.writeHead(status, headers)
  reply.hijack()
  // Equal byte and character counts mean ASCII, which latin1 copies without encoding.
  const encoding = length === text.length ? 'latin1' : 'utf8'
  reply.raw.socket?.cork()
  reply.raw.write(encoding === 'utf8' && bytes ? bytes : text, encoding)
  reply.raw.socket?.uncork()
  reply.raw.end()
}
