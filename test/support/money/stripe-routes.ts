import type { StripeBooks } from './stripe-books.ts'
import type { Session } from './stripe-objects.ts'

export type Call = {
  method: string
  path: string
  key: string | undefined
  form: URLSearchParams
  /** The secret key of the caller. */
  by: string
}

const within = (form: URLSearchParams, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...form]
      .filter(
        ([name]) => name.startsWith(`${prefix}[`) && name.split('[').length === prefix.split('[').length + 1,
      )
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  )

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

export const routesOf = (books: StripeBooks, url: () => string): Route[] => [
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
