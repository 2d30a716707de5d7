import type { BindRequest } from '../../../agency/carriers/contract/bind.ts'
import { issue, unknownQuote } from '../../../agency/carriers/demo/bind.ts'
import type { EventType } from '../../../agency/carriers/events/event.ts'
import { contracted } from '../../../agency/carriers/openapi/lines.ts'
import { isDelivery, isOrder } from '../../../agency/carriers/openapi/request-schemas.ts'
import { HOUR, later } from '../../../platform/lib/clock.ts'
import type { LineName } from '../../../platform/lines.ts'
import { plusDays } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import type { Json } from '../../../products/line/fields/merge.ts'
import type { Knobs } from './knobs.ts'
import { type EventSettings, sendEventLater } from './simulated-events.ts'
import { type AnyOffer, SIMULATED, simulateQuote } from './simulated-quote.ts'

type Ordering = { request: BindRequest; knobs: Knobs; price: number | undefined; edition: number }

const blocked = {
  kind: 'blocked',
  reason_code: 'simulated_block',
  reason: 'The simulator refuses this order.',
}

const issued = ({ request, knobs, edition }: Ordering) => {
  const policy = issue(
    SIMULATED.id,
    edition === 0 ? request : { ...request, request_id: `${request.request_id}/${edition}` },
  )
  if (policy.kind !== 'bound') return policy
  return {
    ...policy,
    ...(knobs.has('other_price') && { annual_price: policy.annual_price + 1 }),
    ...(knobs.has('other_date') && { effective_date: plusDays(policy.effective_date, 1) }),
  }
}

const simulateBind = (ordering: Ordering, now: Date): { answer: object; policy?: object } => {
  const { request, knobs, price } = ordering
  if (!knobs.has('any_quote')) {
    if (price === undefined) return { answer: unknownQuote(SIMULATED.name) }
    if (price !== request.annual_price) {
      const reason = `This quote is for ${usd(price)} a year.`
      return { answer: { kind: 'info_requested', reason, fields: ['annual_price'] } }
    }
  }
  if (knobs.has('block')) return { answer: blocked }
  if (knobs.has('info'))
    return { answer: { kind: 'info_requested', reason: 'The simulator has a question.', fields: [] } }
  if (knobs.has('bind_price') && request.annual_price === price)
    return { answer: { kind: 'price_changed', annual_price: price + 50, reason: 'A report changed it.' } }
  const policy = issued(ordering)
  return knobs.has('bind_pending')
    ? { answer: { kind: 'pending', expected_by: later(now, HOUR).toISOString() }, policy }
    : { answer: policy }
}

export type SimulatedReply = { status: number; body: Json }
type Call = { line: LineName; said: unknown; knobs: Knobs }
type Sold = { offer: AnyOffer; knobs: Knobs }
type Later = { type: EventType; kind: string; data: Json & { request_id: string }; knobs: Knobs }

export const refusal = (status: number, error: string, message: string): SimulatedReply => ({
  status,
  body: { error, message },
})
const answered = (body: Json): SimulatedReply => ({ status: 200, body })

export const idIn = (said: unknown): string => String((Object(said) as Json).request_id)

export class Books {
  readonly quotes = new Map<string, Json>()
  readonly offers = new Map<string, Sold>()
  readonly answers = new Map<string, Json>()
  readonly attempts = new Map<string, number>()
  readonly ready = new Map<string, { at: number; answer: Json }>()
  readonly orders: string[] = []
  readonly policies: string[] = []

  readonly #events: EventSettings

  constructor(events: EventSettings) {
    this.#events = events
  }

  async quote({ line, said, knobs }: Call): Promise<SimulatedReply> {
    const { isRequest, requests } = contracted[line]
    if (!isRequest(said)) {
      if (!knobs.has('lenient'))
        return refusal(400, 'invalid_request', 'A field is missing or has another type.')
      return answered({ request_id: idIn(said), kind: 'offer', annual_price: 1 })
    }
    if (knobs.has('strict') && Object.keys(said).some(field => !(field in requests.second.properties)))
      return refusal(400, 'invalid_request', 'A field is unknown.')
    const { request_id } = said
    const known = this.quotes.get(request_id)
    if (known && !knobs.has('forgets')) return answered(known)
    const edition = (this.attempts.get(request_id) ?? 1) - 1
    const { answer, offers } = await simulateQuote(
      { line, request: said, knobs, edition: knobs.has('forgets') ? edition : 0 },
      new Date(),
    )
    const told = { request_id: knobs.has('wrong_request_id') ? `${request_id}-other` : request_id, ...answer }
    const first = !this.quotes.has(request_id)
    this.quotes.set(request_id, told)
    for (const offer of offers) this.offers.set(offer.quote_number, { offer, knobs })
    if (first) this.announce(request_id, { answer, offers, knobs })
    return answered(told)
  }

  later({ kind, data, ...event }: Later): void {
    this.ready.set(data.request_id, { at: Date.now() + this.#events.delayMs, answer: { kind, ...data } })
    if (!event.knobs.has('no_events')) sendEventLater(this.#events, { ...event, data })
  }

  poll(request_id: string, knobs: Knobs): SimulatedReply {
    const known = this.quotes.get(request_id) ?? this.answers.get(request_id)
    if (!known || knobs.has('forgets_polls')) return refusal(404, 'not_found', 'This was not asked.')
    const ready = this.ready.get(request_id)
    return answered(ready && ready.at <= Date.now() ? ready.answer : known)
  }

  announce(
    request_id: string,
    { answer, offers, knobs }: { answer: Json; offers: AnyOffer[]; knobs: Knobs },
  ) {
    const [offer] = offers
    if (!offer) return
    const { kind: _, quote_number, annual_price, ...rest } = offer
    const about = { request_id, quote_number }
    if (answer.kind === 'pending' || answer.kind === 'referred')
      this.later({
        type: 'quote.offered',
        kind: 'offer',
        data: { ...about, annual_price, ...rest },
        knobs,
      })
    if (knobs.has('withdraw')) sendEventLater(this.#events, { type: 'quote.withdrawn', data: about, knobs })
    if (knobs.has('price_change')) {
      const price = annual_price + 100
      this.offers.set(quote_number, { offer: { ...offer, annual_price: price }, knobs })
      sendEventLater(this.#events, { type: 'price.changed', data: { ...about, annual_price: price }, knobs })
    }
  }

  async bind({ said, knobs: flags }: Call): Promise<SimulatedReply> {
    if (!isOrder(said)) return refusal(400, 'invalid_request', 'A field is missing or has another type.')
    const { request_id, quote_number } = said
    const sold = this.offers.get(quote_number)
    const knobs = new Set([...flags, ...(sold?.knobs ?? [])])
    this.orders.push(request_id)
    const known = this.answers.get(request_id)
    if (known?.kind === 'price_changed') return answered(known)
    if (known?.kind === 'bound' && !knobs.has('two_policies')) return answered(known)
    const edition = known ? this.orders.length : 0
    const ordering = { request: said, knobs, price: sold?.offer.annual_price, edition }
    const { answer, policy } = simulateBind(ordering, new Date())
    const told = { request_id, ...answer } as Json
    if (policy && !known) {
      const { kind: _, ...data } = policy as Json
      this.later({ type: 'policy.bound', kind: 'bound', data: { request_id, ...data }, knobs })
    }
    if (sold && told.kind === 'price_changed') {
      const agreed = new Set([...sold.knobs].filter(knob => knob !== 'bind_price'))
      const offer = { ...sold.offer, annual_price: Number(told.annual_price) }
      this.offers.set(quote_number, { offer, knobs: agreed })
    }
    const issued = (policy ?? answer) as Json
    if (issued.kind === 'bound' && !(policy && known)) this.policies.push(String(issued.policy_number))
    this.answers.set(request_id, told)
    return answered(told)
  }

  async documents({ said }: Call): Promise<SimulatedReply> {
    if (!isDelivery(said)) return refusal(400, 'invalid_request', 'A field is missing or has another type.')
    return answered({ request_id: said.request_id, kind: 'received' })
  }
}
