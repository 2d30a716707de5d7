export class Answer<T> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, string>
  text: string | null = null
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
