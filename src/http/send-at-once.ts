import type { FastifyReply } from 'fastify'

/** No single answer is larger: a small request must not make us write, send and keep more. */
const MAX_ANSWER_BYTES = 2 * 2 ** 20

type Whole = { status: number; headers: string[]; text: string }

/**
 * Writes the whole answer past the header map of the reply, which costs a call more than its work does. Headers are
 * names and values in turn. Hooks that wait for the end of the answer run as ever.
 */
export const sendAtOnce = (reply: FastifyReply, { status, headers, text }: Whole): void => {
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_ANSWER_BYTES) throw new RangeError(`an answer of ${bytes} bytes is too large to send`)
  headers.push('content-length', String(bytes))
  // First, because it throws at a header that cannot be sent: until it is hijacked a reply can still tell a failure.
  reply.raw.writeHead(status, headers)
  reply.hijack()
  // With as many bytes as characters it is ASCII, which latin1 copies and utf8 would encode.
  const encoding = bytes === text.length ? 'latin1' : 'utf8'
  // Head and text leave as one write of one string: `end(text)` would gather them, with an empty last piece of its own,
  // into a list of buffers, which takes longer.
  reply.raw.socket?.cork()
  reply.raw.write(text, encoding)
  reply.raw.socket?.uncork()
  reply.raw.end()
}
