import type { BindAnswer, BindRequest } from './bind.ts'

export type Mode = 'live' | 'sandbox'

/** `request_id` is the same at every attempt, so the carrier sees one request. */
export type QuoteRequest<Risk> = { request_id: string; today: string; risk: Risk }

/** A carrier of one line. It knows its mode, so a sandbox carrier does not compile where a live one is needed. */
export type Carrier<Request, Answer, M extends Mode = Mode> = {
  id: string
  name: string
  readonly mode: M
  /** Two-letter codes of the states where it sells this line. */
  states: readonly string[]
  quote(request: Request): Promise<Answer>
  bind(request: BindRequest): Promise<BindAnswer>
}
