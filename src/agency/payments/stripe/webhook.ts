import type Stripe from 'stripe'
import type { App } from '../../../platform/app.ts'
import { noteInbound, noteUnsigned, STRIPE } from '../../../platform/audit/inbound.ts'
import { fail } from '../../../platform/errors.ts'
import type { Budget } from '../../../platform/http/budgets/budget.ts'
import type { Budgets } from '../../../platform/http/budgets/budgets.ts'
import { type Mount, takeAnonymousText } from '../../../platform/http/server.ts'
import { noteSecurityEvent } from '../../../platform/lib/security-events.ts'
import { findPaymentByRef, findPaymentRow } from '../store.ts'
import { enqueueSync } from '../tell-line.ts'
import { readWebhook } from './client.ts'

const WEBHOOK_PATH = '/webhooks/stripe'

const MAX_BYTES = 256 * 1024

export const webhooks: Budget = { name: 'webhooks', points: 600, seconds: 60, by: 'address' }

type Hinted = {
  id?: string
  metadata?: { payment_id?: string } | null
  payment_intent?: string | { id: string } | null
}

/** The event is only a hint about which payment to ask for. */
const hintedPayment = async (app: App, { data }: Partial<Stripe.Event>): Promise<string | null> => {
  const { id, metadata, payment_intent } = (data?.object ?? {}) as Hinted
  const named = metadata?.payment_id
  if (named !== undefined && (await findPaymentRow(app.db, named))) return named
  const intent = typeof payment_intent === 'object' ? payment_intent?.id : payment_intent
  for (const ref of [intent, id]) {
    const row = ref ? await findPaymentByRef(app.db, ref) : undefined
    if (row) return row.payment_id
  }
  return null
}

export const takeHint = async (app: App, event: Stripe.Event, body: string): Promise<void> => {
  const came = { source: STRIPE, event_id: event.id, type: event.type }
  try {
    const payment_id = await hintedPayment(app, event)
    if (payment_id !== null) await enqueueSync(app, payment_id)
    await noteInbound(app, { ...came, outcome: payment_id === null ? 'ignored' : 'taken' })
  } catch (error) {
    await noteInbound(app, { ...came, outcome: 'failed', reason: 'error', body })
    throw error
  }
}

export const stripeMount =
  ({ app, budgets }: { app: App; budgets: Budgets }): Mount =>
  server => {
    if (app.config.stripe === null) return
    server.register(async scope => {
      takeAnonymousText(scope, { budgets, budget: webhooks, maxBytes: MAX_BYTES })
      scope.post(WEBHOOK_PATH, async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : ''
        const event = await readWebhook(app, body, String(request.headers['stripe-signature'] ?? ''))
        if (event === null) {
          noteSecurityEvent(app, 'webhook_refused', { request_id: request.id })
          await noteUnsigned(app, STRIPE)
          return fail('invalid_request', { message: 'The signature of this event is not valid.' })
        }
        if (typeof event.id !== 'string' || typeof event.type !== 'string')
          return fail('invalid_request', { message: 'An event has an id and a type.' })
        await takeHint(app, event, body)
        return reply.send({ received: true })
      })
    })
  }
