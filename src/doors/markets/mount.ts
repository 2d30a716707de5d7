import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EventType } from '../../agency/carriers/events/event.ts'
import { eventHeaders, isGenuine } from '../../agency/carriers/events/verify.ts'
import { eventProblems } from '../../agency/carriers/openapi/event-contract.ts'
import type { App } from '../../platform/app.ts'
import { noteUnsigned } from '../../platform/audit/inbound.ts'
import { type FieldProblem, fail } from '../../platform/errors.ts'
import type { Budget } from '../../platform/http/budgets/budget.ts'
import type { Budgets } from '../../platform/http/budgets/budgets.ts'
import { largeBodyGate } from '../../platform/http/large-bodies.ts'
import { type Mount, takeAnonymousText } from '../../platform/http/server.ts'
import { LATE_REFUSALS, type Taking } from '../../products/line/offers/late-answer.ts'
import { inboundSource, type Received, receive } from './receive.ts'
import { applicationBehind, type EventDelivery, outcomeOf } from './take-event.ts'

const MAX_BYTES = 4 * 2 ** 20 + 16 * 1024

const carrierEvents: Budget = { name: 'carrier_events', points: 600, seconds: 60, by: 'address' }

type Site = { app: App; budgets: Budgets }

const FORGED =
  'The signature is wrong, or the event is older than five minutes. Sign it as Standard Webhooks says, with the secret of this carrier.'

const INSTEAD: Readonly<Partial<Record<EventType, string>>> = {
  'quote.offered': ' To change the price of an offer, send price.changed.',
  'quote.declined': ' To take back an offer, send quote.withdrawn.',
}

const problemsIn = async (app: App, delivery: EventDelivery): Promise<FieldProblem[]> => {
  const about = await applicationBehind(app, delivery)
  return about ? eventProblems(delivery.event, about.line) : []
}

const statusOf = (taking: Taking) => {
  if (!taking.taken) return 'refused'
  return taking.repeated ? 'repeated' : 'taken'
}

/** A carrier that does not exist gets the same response as a wrong signature. The sender of a forged event pays for it. */
const signedDelivery = async (
  app: App,
  { params, headers, body, costs }: FastifyRequest,
): Promise<Received> => {
  const { id } = params as { id: string }
  const text = typeof body === 'string' ? body : ''
  const carrier = app.config.carriers.find(one => one.id === id)
  const said = eventHeaders(headers)
  if (carrier && isGenuine(carrier.secret, said, text))
    return { carrier_id: carrier.id, event_id: said.id, body: text }
  if (costs) costs.bytes += text.length
  await noteUnsigned(app, carrier ? inboundSource(carrier.id) : 'carrier:')
  return fail('unauthorized', { message: FORGED })
}

const replyToRefused = async (
  app: App,
  delivery: EventDelivery,
  { because, outcome }: Extract<Taking, { taken: false }>,
) => {
  const message = LATE_REFUSALS[because]
  if (because === 'unknown_question') return fail('not_found', { message })
  if (because === 'too_early') return fail('unavailable', { message })
  if (because === 'invalid_answer') {
    const fields = await problemsIn(app, delivery)
    return fail('invalid_request', {
      message: `${message}${outcome === undefined ? '' : ` (${outcome})`}`,
      ...(fields.length > 0 && { fields }),
    })
  }
  const instead = because === 'already_answered' ? (INSTEAD[delivery.event.type] ?? '') : ''
  return { status: 'refused', because, message: message + instead }
}

const take = async (app: App, request: FastifyRequest) => {
  const delivery = await signedDelivery(app, request)
  const received = await receive(app, delivery)
  if (!received)
    return fail('invalid_request', {
      message: 'The event must have a known type, a timestamp, and data with a request_id.',
    })
  const { event, taking } = received
  const status = statusOf(taking)
  const { carrier_id } = delivery
  app.log.info({ carrier_id, event: event.type, outcome: outcomeOf(taking), status }, 'carrier event')
  return taking.taken ? { status } : replyToRefused(app, { ...delivery, event }, taking)
}

const mountEvents = (scope: FastifyInstance, { app, budgets }: Site): void => {
  takeAnonymousText(scope, { budgets, budget: carrierEvents, maxBytes: MAX_BYTES })
  const admitLarge = largeBodyGate(app)
  scope.addHook('preParsing', async (request, reply) => admitLarge(request, reply))
  scope.post('/carriers/:id/events', { bodyLimit: MAX_BYTES }, (request, reply) =>
    take(app, request).then(answer => reply.header('cache-control', 'no-store').send(answer)),
  )
}

export const marketsMount =
  (site: Site): Mount =>
  server => {
    server.register(async scope => mountEvents(scope, site))
  }
