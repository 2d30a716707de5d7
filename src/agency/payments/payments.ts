import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import type { PageAsked } from '../../platform/db/after-row.ts'
import { assertTransaction, inTransaction } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { speaking } from '../../platform/language/language.ts'
import { dayEverywhere, dayIn } from '../../platform/lib/local-day.ts'
import { plusDays } from '../../platform/values/calendar.ts'
import { descriptionWords, type PaymentDescription } from '../emails/rules/payment-description.ts'
import type { PaymentFacts, PaymentProvider, ProviderRefs } from './provider.ts'
import {
  changeRow,
  countLatePayments,
  countOpenPayments,
  findPaymentByToken,
  findPaymentRow,
  findStanding,
  listDuePayments,
  listLatePayments,
  listOpenPayments,
  listPaid,
  listPaymentsOf,
  lockPaymentRow,
  type PaymentChange,
  type PaymentRow,
  payments,
} from './store.ts'
import { stripe } from './stripe/provider.ts'
import { enqueueSync, tellLine } from './tell-line.ts'

export const invoice: PaymentProvider = { name: 'invoice', hosted: null }

type Issue = { state: string; issued: Date }

/** Days count from the day of the issue where the property is, as people were told before they signed. */
export const invoiceDueOn = ({ config }: App, { state, issued }: Issue): string =>
  plusDays(dayIn(state, issued), config.paymentDueDays)

export const owedFor = (what: string): string => `owed/${what}`

export const isOwed = ({ purpose }: { purpose: string }): boolean => purpose.startsWith(owedFor(''))

/** A failed payment is asked for again by a new one. Returns the first of them. */
export const firstPaymentOf = <P extends Pick<Payment, 'payment_id' | 'purpose'>>(
  payment: P,
  all: readonly P[],
): P => {
  const before = all.find(({ payment_id }) => payment.purpose === owedFor(payment_id))
  return before ? firstPaymentOf(before, all) : payment
}

const providers: readonly PaymentProvider[] = [invoice, stripe]

export type PaymentPart = { offer_id: string; carrier_id: string; cents: number }

export type PaymentFactsSealed = {
  description: PaymentDescription
  reference: string
  url: string
  page_url: string
  return_url?: string
  parts?: readonly PaymentPart[]
  refs?: ProviderRefs
}

export type Payment = Omit<PaymentRow, 'facts' | 'token_hash' | 'settled_note' | 'amount_cents'> &
  Omit<PaymentFactsSealed, 'refs'> & {
    amount_cents: number
    refs: ProviderRefs
    settled_with: string | null
  }

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const openPaymentNote = ({ sealer }: App, payment_id: string, note: Buffer): string =>
  sealer.open(payments.context('settled_note', { payment_id }), note)

export const sealNote = ({ sealer }: App, payment_id: string, note: string): Buffer =>
  sealer.seal(payments.context('settled_note', { payment_id }), note)

export const openPaymentRow = (app: App, row: PaymentRow): Payment => {
  const { facts, token_hash: _hash, settled_note: note, ...rest } = row
  const { refs = {}, ...shown } = JSON.parse(
    app.sealer.open(payments.context('facts', row), facts),
  ) as PaymentFactsSealed
  const settled_with = note && openPaymentNote(app, row.payment_id, note)
  return { ...rest, ...shown, refs, settled_with, amount_cents: row.amount_cents ?? row.amount * 100 }
}

export const providerFacts = (payment: Payment): PaymentFacts => {
  const { payment_id, amount_cents, charged_cents, currency, description, reference, page_url, refs } =
    payment
  return {
    payment_id,
    amount_cents,
    charged_cents,
    currency,
    description: speaking('en', () => descriptionWords(description)),
    reference,
    page_url,
    refs,
  }
}

export const hostedOf = ({ provider }: Pick<Payment, 'provider'>): PaymentProvider['hosted'] =>
  providers.find(({ name }) => name === provider)?.hosted ?? null

export const sealFacts = (app: App, payment_id: string, facts: PaymentFactsSealed): Buffer =>
  app.sealer.seal(payments.context('facts', { payment_id }), JSON.stringify(facts))

export const withRefs = (app: App, payment: Payment, refs: ProviderRefs): PaymentChange => {
  const { description, reference, url, page_url, return_url, parts } = payment
  const facts = {
    description,
    reference,
    url,
    page_url,
    ...(return_url !== undefined && { return_url }),
    ...(parts && { parts }),
    refs,
  }
  return {
    facts: sealFacts(app, payment.payment_id, facts),
    method: refs.method ?? null,
    provider_ref: refs.intent ?? refs.setup ?? refs.session ?? null,
  }
}

const PARTLY_PAID =
  'A part of this invoice was received. End the purchase or cancel the policy instead: then the part can be refunded.'

/** What came by hand stays paid, so that it can be refunded. */
export const voidPayment = async (app: App, payment_id: string, by: string): Promise<boolean> => {
  const { received_cents = null } = (await findPaymentRow(app.db, payment_id)) ?? {}
  const row = await changeRow(
    app.db,
    { payment_id, from: ['open', 'authorized'] },
    {
      status: received_cents ? 'paid' : 'void',
      ...(received_cents && { charged_cents: received_cents }),
      settled_at: app.clock.now(),
      settled_by: by,
      committed_at: null,
    },
  )
  if (row?.provider_ref) await enqueueSync(app, payment_id)
  return row !== undefined
}

/** For a payment that someone ends, not the provider. Of concurrent calls only one ends it. */
export const endPayment = (
  app: App,
  payment_id: string,
  { by, outcome }: { by: string; outcome: 'failed' | 'void' },
): Promise<{ changed: boolean; payment: Payment } | null> =>
  inTransaction(app, async inside => {
    const known = await lockPaymentRow(inside.db, payment_id)
    if (!known) return null
    if (known.status === 'open' && known.received_cents) fail('invalid_request', { message: PARTLY_PAID })
    const row = await changeRow(
      inside.db,
      { payment_id, from: ['open'] },
      { status: outcome, settled_at: app.clock.now(), settled_by: by, settled_note: null },
    )
    if (!row) return { changed: false, payment: openPaymentRow(app, known) }
    if (row.provider_ref) await enqueueSync(inside, payment_id)
    await tellLine(inside, row, outcome)
    return { changed: true, payment: openPaymentRow(app, row) }
  })

export const findPayment = async (app: App, paymentId: string): Promise<Payment | null> => {
  const row = await findPaymentRow(app.db, paymentId)
  return row ? openPaymentRow(app, row) : null
}

export const lockPayment = async (app: App, paymentId: string): Promise<Payment | null> => {
  assertTransaction(app)
  const row = await lockPaymentRow(app.db, paymentId)
  return row ? openPaymentRow(app, row) : null
}

export const standingPayment = async (app: App, uid: string, purpose: string): Promise<Payment | null> => {
  const row = await findStanding(app.db, uid, purpose)
  return row ? openPaymentRow(app, row) : null
}

export const findPaymentByLink = async (app: App, token: string): Promise<Payment | null> => {
  const row = await findPaymentByToken(app.db, hashOf(token))
  return row ? openPaymentRow(app, row) : null
}

export const paymentsOf = async (app: App, uid: string): Promise<Payment[]> =>
  (await listPaymentsOf(app.db, uid)).map(row => openPaymentRow(app, row))

export const openPayments = async (app: App, asked: PageAsked): Promise<Payment[]> =>
  (await listOpenPayments(app.db, asked)).map(row => openPaymentRow(app, row))

export const paidPayments = async (app: App, asked: PageAsked): Promise<Payment[]> =>
  (await listPaid(app.db, asked)).map(row => openPaymentRow(app, row))

export const latePayments = async (app: App, asked: PageAsked): Promise<Payment[]> =>
  (await listLatePayments(app.db, dayEverywhere(app.clock.now()), asked)).map(row => openPaymentRow(app, row))

export const duePayments = async (app: App, asked: PageAsked): Promise<Payment[]> =>
  (await listDuePayments(app.db, dayEverywhere(app.clock.now()), asked)).map(row => openPaymentRow(app, row))

export const countInvoices = async (app: App): Promise<{ due: number; late: number }> => {
  const late = await countLatePayments(app.db, dayEverywhere(app.clock.now()))
  return { due: (await countOpenPayments(app.db)) - late, late }
}
