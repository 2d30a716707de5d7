import type { FastifyReply } from 'fastify'

export type StoredAnswer = { status: number; headers: Record<string, string>; text: string }

/** A text is encoded once, to be stored and sent: this takes longer than sealing it. */
export type EncodedAnswer = StoredAnswer & { bytes: Buffer }

export const encoded = (answer: StoredAnswer): EncodedAnswer => ({
  ...answer,
  bytes: Buffer.from(answer.text),
})

export class Answer<T> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, string>
  text: string | null = null
  lean: Answer<unknown> | null = null
  constructor(status: number, body: T, headers: Record<string, string>) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const accepted = <T>(
  body: T,
  { location, retryAfterSeconds }: { location: string; retryAfterSeconds: number },
) => new Answer(202, body, { location, 'retry-after': String(retryAfterSeconds) })

const JSON_ANSWER = { 'content-type': 'application/json; charset=utf-8' }

export const written = (reply: FastifyReply, outcome: unknown): StoredAnswer => {
  if (!(outcome instanceof Answer))
    return { status: 200, headers: JSON_ANSWER, text: String(reply.serialize(outcome)) }
  const { status, body, headers } = outcome
  outcome.text ??= String(reply.code(status).serialize(body))
  return { status, headers: { ...headers, ...JSON_ANSWER }, text: outcome.text }
}
