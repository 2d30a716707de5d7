import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type Session, StripeBooks, StripeError } from './stripe-books.ts'

const WEBHOOK_SECRET = 'whsec_that_only_the_tests_know'
const STRIPE_KEY = 'sk_test_that_only_the_tests_know'

export type Call = {
  method: string
  path: string
  key: string | undefined
  form: URLSearchParams
  /** The secret key of the caller. */
  by: string
}

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

const within = (form: URLSearchParams, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...form]
      .filter(
        ([name]) => name.startsWith(`${prefix}[`) && name.split('[').length === prefix.split('[').length + 1,
      )
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  )

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** The newest first. */
const list = (data: readonly object[]) => ({ object: 'list', data: data.toReversed(), has_more: false })

const newSession = (books: StripeBooks, url: string, form: URLSearchParams): Session => {
  const id = books.id('cs')
  return {
    id,
    object: 'checkout.session',
    mode: form.get('mode') as Session['mode'],
    status: 'open',
    url: `${url}/checkout/${id}`,
    amount: Number(form.get('line_items[0][price_data][unit_amount]') ?? 0),
    payment_intent: null,
    setup_intent: null,
    customer: null,
    metadata: within(form, 'metadata'),
    success_url: String(form.get('success_url')),
    cancel_url: String(form.get('cancel_url')),
  }
}

type Route = [method: string, path: RegExp, act: (id: string, call: Call) => object]

const routesOf = (books: StripeBooks, url: () => string): Route[] => [
  [
    'POST',
    /^\/v1\/checkout\/sessions$/,
    (_, { form }) => {
      const session = newSession(books, url(), form)
      books.sessions.set(session.id, session)
      return session
    },
  ],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, id => books.session(id)],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    id => Object.assign(books.session(id), { status: 'expired', url: null }),
  ],
  [
    'POST',
    /^\/v1\/payment_intents$/,
    (_, { form }) =>
      books.charge(
        books.makeIntent({
          amount: Number(form.get('amount')),
          customer: form.get('customer'),
          payment_method: form.get('payment_method'),
          metadata: within(form, 'metadata'),
          capture_method: form.get('capture_method') === 'manual' ? 'manual' : 'automatic',
        }),
      ),
  ],
  [
    'GET',
    /^\/v1\/payment_intents$/,
    (_, { form }) => {
      const customer = form.get('customer')
      const all = [...books.intents.keys()].map(id => books.intent(id))
      return list(customer === null ? all : all.filter(one => one.customer === customer))
    },
  ],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, id => books.intent(id)],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/capture$/,
    (id, { form }) => books.capture(id, Number(form.get('amount_to_capture'))),
  ],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, id => books.cancel(id)],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, id => books.setups.get(id) ?? {}],
  [
    'POST',
    /^\/v1\/payment_methods\/(\w+)\/detach$/,
    id => {
      books.detach(id)
      return { id, object: 'payment_method', customer: null }
    },
  ],
  [
    'GET',
    /^\/v1\/payment_methods\/(\w+)$/,
    id => ({ id, object: 'payment_method', customer: books.isAttached(id) ? 'cus_x' : null }),
  ],
  [
    'POST',
    /^\/v1\/refunds$/,
    (_, { form }) =>
      books.refund(String(form.get('payment_intent')), Number(form.get('amount')), within(form, 'metadata')),
  ],
  ['POST', /^\/v1\/files$/, () => ({ id: books.id('file'), object: 'file', purpose: 'dispute_evidence' })],
  ['POST', /^\/v1\/disputes\/(\w+)\/close$/, id => books.answerDispute(id, 'accepted')],
  ['POST', /^\/v1\/disputes\/(\w+)$/, (id, { form }) => books.answerDispute(id, within(form, 'evidence'))],
  [
    'GET',
    /^\/v1\/(refunds|disputes)$/,
    (kind, { form }) => {
      const intent = form.get('payment_intent')
      const all = kind === 'refunds' ? books.refunds : books.disputes
      return list(all.filter(one => intent === null || one.payment_intent === intent))
    },
  ],
]

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
    const form = new URLSearchParams(method === 'GET' ? search : await bodyOf(incoming))
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
