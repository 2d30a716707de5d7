import { isLater } from '../../../agency/carriers/contract/parse-later.ts'
import { signature } from '../../../agency/carriers/endpoint/exchange.ts'
import { type HttpReply, send } from '../../../agency/carriers/endpoint/send.ts'
import { type AnyQuoteRequest, contracted } from '../../../agency/carriers/openapi/lines.ts'
import { dayOf, SECOND } from '../../../platform/lib/clock.ts'
import { lazily } from '../../../platform/lib/lazily.ts'
import type { LineName } from '../../../platform/lines.ts'
import { type Contract2Setting, sampleRequest } from './sample-requests.ts'

export type ProbedEndpoint = {
  url: string
  bindUrl: string
  documentsUrl?: string
  states: readonly string[]
}

export type CarrierTarget = {
  secret: string
  timeLimitSeconds: number
  contract2?: Contract2Setting
  polled?: true
} & { [L in LineName]?: ProbedEndpoint }

export type Said = Exclude<Awaited<ReturnType<Probe['quote']>>['parsed'], null>

export type ProbeSigning = { header: string | null } | { secret?: string; at?: Date }

export class Probe {
  readonly line: LineName
  readonly endpoint: ProbedEndpoint
  readonly #target: CarrierTarget
  readonly state: string

  constructor(line: LineName, target: CarrierTarget, endpoint: ProbedEndpoint, state: string) {
    this.line = line
    this.endpoint = endpoint
    this.#target = target
    this.state = state
  }

  get secret(): string {
    return this.#target.secret
  }

  get timeLimitSeconds(): number {
    return this.#target.timeLimitSeconds
  }

  get contract2(): Contract2Setting {
    return this.#target.contract2
  }

  request(kind: 'plain' | 'hard' = 'plain', state = this.state): AnyQuoteRequest {
    const at = { state, today: dayOf(new Date()), contract2: this.contract2 }
    return sampleRequest(this.line, kind, at)
  }

  send(url: string, request_id: string, body: string | null, signing: ProbeSigning = {}): Promise<HttpReply> {
    const header =
      'header' in signing
        ? signing.header
        : signature(signing.secret ?? this.secret, signing.at ?? new Date(), body ?? request_id)
    const headers = { 'x-request-id': request_id, ...(header !== null && { 'x-signature': header }) }
    return send({ url, headers, body, timeoutMs: this.timeLimitSeconds * SECOND })
  }

  ask(request: AnyQuoteRequest, signing: ProbeSigning = {}): Promise<HttpReply> {
    return this.send(this.endpoint.url, request.request_id, JSON.stringify(request), signing)
  }

  parse(text: string, request: AnyQuoteRequest) {
    return contracted[this.line].parse(text, request)
  }

  async quote(request: AnyQuoteRequest) {
    const reply = await this.ask(request)
    const read = reply.kind === 'reply' && isSuccess(reply.status)
    return { request, reply, parsed: read ? this.parse(reply.text, request) : null }
  }

  read(answer: Record<string, unknown>, request: AnyQuoteRequest) {
    return contracted[this.line].read(answer, request)
  }

  readonly first = lazily(() => this.quote(this.request()))
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

export const toldIn = (reply: HttpReply): string =>
  reply.kind === 'failed' ? reply.outcome.replace('_', ' ') : `status ${reply.status}`

type Answer = NonNullable<Said['answer']>

export const offersIn = (
  answer: Answer | null,
): readonly { quote_number: string; annual_price: number }[] => {
  if (answer?.kind === 'offer') return [answer]
  return answer?.kind === 'offers' ? answer.offers : []
}

/** What must not change when a request is repeated. A carrier that answers later may have done so by then. */
export const essenceOf = (answer: Answer): string => {
  if (isLater(answer)) return 'later'
  if (answer.kind === 'decline') return `decline ${answer.reason_code}`
  return offersIn(answer)
    .map(({ quote_number, annual_price }) => `${quote_number} at $${annual_price}`)
    .join(', ')
}
