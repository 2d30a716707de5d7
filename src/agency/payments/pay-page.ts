import type { App } from '../../platform/app.ts'
import type { LicensedPlace } from '../../platform/config/agency.ts'
import { transact } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../platform/http/pages/document.ts'
import { inPersonsLanguage } from '../../platform/http/pages/readers-language.ts'
import type { Language } from '../../platform/language/language.ts'
import { QUARTER_HOUR_SECONDS } from '../../platform/lib/clock.ts'
import { keepSession } from './holds.ts'
import { paymentPage } from './pay-view.ts'
import { findPaymentByLink, hostedOf, type Payment, providerFacts } from './payments.ts'
import type { PaymentMethod } from './provider.ts'
import { settlePayment } from './receipts.ts'
import { syncPayment } from './sync.ts'

const PATH = '/pay/{token}'

export const payBudget = { name: 'pay', points: 100, seconds: QUARTER_HOUR_SECONDS, by: 'address' } as const

const NO_PAYMENT =
  'This payment link is incomplete or was never valid. Open the whole link from our email, or ask the agency for a new one.'

type Payer = { language?: Language | undefined; places: readonly LicensedPlace[] }

export type PayerOf = (app: App, payment: Payment) => Promise<Payer | null>

const paymentBehind = async (app: App, { params }: DocumentRequest): Promise<Payment> =>
  (await findPaymentByLink(app, params.token ?? '')) ?? fail('not_found', { message: NO_PAYMENT })

type PayersVisit = { payment: Payment; places: Payer['places']; request: DocumentRequest }

export const forPayer =
  (payerOf: PayerOf, respond: (app: App, visit: PayersVisit) => Promise<Document>) =>
  async (app: App, request: DocumentRequest): Promise<Document> => {
    const payment = await paymentBehind(app, request)
    const { language, places } = (await payerOf(app, payment)) ?? { places: [] }
    return inPersonsLanguage(request, language, read => respond(app, { payment, places, request: read }))
  }

const outcomeIn = (form: URLSearchParams): 'paid' | 'failed' => {
  const outcome = form.get('outcome')
  return outcome === 'paid' || outcome === 'failed'
    ? outcome
    : fail('invalid_request', { message: 'Choose “Mark as paid” or “Mark as failed”.' })
}

const methodIn = (form: URLSearchParams): PaymentMethod => {
  const method = form.get('method')
  return method === 'card' || method === 'bank'
    ? method
    : fail('invalid_request', { message: 'Choose “Pay by card” or “Pay from a bank account”.' })
}

/** Stores the provider's numbers before the payer leaves: a page without them could place a hold that we never see. */
const toCheckout = async (app: App, { payment: known, request }: PayersVisit): Promise<Document> => {
  const method = methodIn(request.form)
  const payment = (await syncPayment(app, known.payment_id)) ?? known
  const hosted = hostedOf(payment)
  const ownPage = redirect(new URL(payment.page_url).pathname)
  if (!hosted || payment.status !== 'open') return ownPage
  const facts = providerFacts(payment)
  const { url, refs } = await hosted.begin(app, facts, { method, language: request.language })
  const kept = await transact(app, inside => keepSession(inside, payment, refs))
  if (kept?.refs.session !== refs.session) await hosted.release(app, { ...facts, refs })
  return kept?.status === 'open' && kept.refs.session === refs.session ? redirect(url) : ownPage
}

/** Null: the provider did not answer. Its webhook tells us later, so the payer need not see an error. */
const checkedOnReturn = async (app: App, payment_id: string): Promise<Payment | null> => {
  try {
    return await syncPayment(app, payment_id)
  } catch (err) {
    app.log.warn({ payment_id, err }, 'payment not compared with its provider when the payer came back')
    return null
  }
}

/** Anyone with the link can see the invoice. Only a sandbox invoice can be settled here. */
export const payPages = (payerOf: PayerOf): DocumentRow<App>[] => [
  {
    path: PATH,
    page: true,
    translated: true,
    contract: null,
    budget: payBudget,
    respond: forPayer(payerOf, async (app, visit) => {
      const { payment, request } = visit
      const isBack = request.query.returned !== undefined && payment.status === 'open'
      if (!isBack) return paymentPage(app, visit)
      const isChecked = (await checkedOnReturn(app, payment.payment_id)) !== null
      const current = await paymentBehind(app, request)
      return paymentPage(app, { ...visit, payment: current, back: isChecked ? 'checked' : 'unchecked' })
    }),
  },
  {
    method: 'POST',
    path: PATH,
    page: true,
    translated: true,
    contract: null,
    budget: payBudget,
    respond: forPayer(payerOf, async (app, visit) => {
      const { payment, request } = visit
      if (!payment.sandbox && hostedOf(payment)) return toCheckout(app, visit)
      if (!payment.sandbox)
        fail('forbidden', { message: 'Only the agency can record a payment for a live invoice.' })
      const outcome = outcomeIn(request.form)
      await settlePayment(app, payment.payment_id, { by: 'sandbox', outcome })
      return redirect(new URL(payment.page_url).pathname)
    }),
  },
]
