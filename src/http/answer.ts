/** An answer that is more than a 200 with a body. */
export class Answer<T> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, string>
  /** The body as it was sent: an answer that is given again is not written again. */
  text: string | null = null
  constructor(status: number, body: T, headers: Record<string, string>) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** 202: taken on, and where and when to look for the outcome. */
export const accepted = <T>(
  body: T,
  { location, retryAfterSeconds }: { location: string; retryAfterSeconds: number },
) => new Answer(202, body, { location, 'retry-after': String(retryAfterSeconds) })
