import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { StripeBooks } from './stripe-books.ts'
import { type Session, StripeError } from './stripe-objects.ts'
import { type Call, routesOf } from './stripe-routes.ts'

const WEBHOOK_SECRET = 'whsec_that_only_the_tests_know'
const STRIPE_KEY = 'sk_test_that_only_the_tests_know'

/**
 * What happens to a call: it is lost before it is done, or done and its answer lost, or the same without a word, or
 * another call with its idempotency key is still under way.
 */
export type Mishap = 'lost' | 'done_and_lost' | 'hangs' | 'done_and_hangs' | 'in_use' | null

/** Keys are forgotten after a day: docs.stripe.com/api/idempotent_requests. */
const KEY_SECONDS = 86_400

const failed = (status: number, type: string, code: string) => ({
  status,
  body: { error: { type, code, message: code } },
})

const hostedPage = ({ id, amount, mode, cancel_url }: Session): string => `<!doctype html><html lang="en">
<head><meta charset="utf-8"><title>Checkout</title></head><body><main><h1>Checkout</h1>
<p>${mode === 'setup' ? 'Link your bank account' : `Pay $${(amount / 100).toFixed(2)}`}</p>
<form method="post" action="/checkout/${id}">
<label>${mode === 'setup' ? 'Account number' : 'Card number'} <input name="number"></label>
<button name="outcome" value="pay">Pay</button>
<button name="outcome" value="decline">Use a card that is declined</button>
</form><p><a href="${cancel_url}">Back</a></p></main></body></html>`

/**
 * Stands in for Stripe over real HTTP: payment intents with manual capture, setup intents, the hosted page, refunds,
 * disputes, idempotency keys and signed webhooks.
 */
export const startStripe = async (now: () => Date) => {
  const books = new StripeBooks(now)
  const calls: Call[] = []
  const replies = new Map<string, { status: number; body: object; asked: string; until: number }>()
  const state: { mishap: (call: Call) => Mishap; url: string } = { mishap: () => null, url: '' }
  const routes = routesOf(books, () => state.url)

  const perform = (call: Call): { status: number; body: object } => {
    const known = call.key === undefined ? undefined : replies.get(call.key)
    const asked = `${call.path}?${call.path === '/v1/files' ? '' : call.form}`
    if (known && known.until > books.seconds())
      return known.asked === asked ? known : failed(400, 'idempotency_error', 'idempotency_error')
    const route = routes.find(([method, path]) => method === call.method && path.test(call.path))
    if (!route) return { status: 404, body: { error: { type: 'invalid_request_error', message: call.path } } }
    const done = (() => {
      try {
        return { status: 200, body: route[2](route[1].exec(call.path)?.[1] ?? '', call) }
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        return failed(error.status, error.type, error.code)
      }
    })()
    const kept = { status: done.status, body: structuredClone(done.body) }
    const until = books.seconds() + KEY_SECONDS
    if (call.key !== undefined && call.method === 'POST') replies.set(call.key, { ...kept, asked, until })
    return kept
  }

  const atCheckout = (id: string, method: string, form: URLSearchParams, response: ServerResponse): void => {
    if (method !== 'POST') {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(hostedPage(books.session(id)))
      return
    }
    const { status, success_url } = books.complete(id, form.get('outcome') === 'pay' ? 'pay' : 'decline')
    const location = status === 'complete' ? success_url : `/checkout/${id}`
    response.writeHead(303, { location }).end()
  }

  const server = createServer(async (incoming, response) => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://stripe')
    const method = incoming.method ?? 'GET'
    const form = new URLSearchParams(method === 'GET' ? search : await text(incoming))
    const [, page] = /^\/checkout\/(\w+)$/.exec(pathname) ?? []
    if (page !== undefined) return atCheckout(page, method, form, response)
    const key = incoming.headers['idempotency-key']
    const by = String(incoming.headers.authorization).replace('Bearer ', '')
    const call: Call = { method, path: pathname, key: typeof key === 'string' ? key : undefined, form, by }
    calls.push(call)
    const mishap = state.mishap(call)
    if (mishap === 'hangs') return
    if (mishap === 'lost') return void response.socket?.resetAndDestroy()
    const { status, body } =
      mishap === 'in_use' ? failed(409, 'invalid_request_error', 'idempotency_key_in_use') : perform(call)
    if (mishap === 'done_and_hangs') return
    if (mishap === 'done_and_lost') return void response.socket?.resetAndDestroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const signer = new Stripe(STRIPE_KEY)
  const send = (url: string, event: object, secret = WEBHOOK_SECRET) => {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(Date.now() / 1000)
    const header = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return fetch(`${url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': header, 'content-type': 'application/json' },
      body: payload,
    })
  }

  return {
    get url() {
      return state.url
    },
    books,
    calls,
    state,
    send,
    env: { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: state.url },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type StripeServer = Awaited<ReturnType<typeof startStripe>>
