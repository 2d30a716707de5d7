import { buffer } from 'node:stream/consumers'
import type { App } from '../../platform/app.ts'
import { agencyLine } from '../../platform/config/agency.ts'
import { DEFAULT_COLOR } from '../../platform/config/palette.ts'
import { fail } from '../../platform/errors.ts'
import { type DocumentRow, download } from '../../platform/http/pages/document.ts'
import { locale } from '../../platform/language/language.ts'
import { dayIn } from '../../platform/lib/local-day.ts'
import { dayWords } from '../../platform/values/calendar.ts'
import { usdCents } from '../../platform/values/money.ts'
import { descriptionWords } from '../emails/rules/payment-description.ts'
import { refundsOf } from '../payments/money-store.ts'
import { forPayer, type PayerOf, payBudget } from '../payments/pay-page.ts'
import type { Payment } from '../payments/payments.ts'
import { paidOrders } from './closing/paid.ts'
import { chooseFonts, createPdfPage, MARGIN } from './pdf-page.ts'
import { say } from './say.ts'
import { stateOf } from './terms.ts'

const methodWords = (method: Payment['method']): string => {
  if (method === null) return say('Check or transfer')
  return method === 'card' ? say('Card') : say('Bank account')
}

type Receipt = {
  payment: Payment
  paid_on: string | null
  refunded_cents: number
  customer: string | null
  license: string | null
}

type Row = [label: string, value: string]

const rowIfKnown = (label: string, value: string | null): Row[] => (value === null ? [] : [[label, value]])

const rowsOf = ({ payment, paid_on, refunded_cents, customer }: Receipt): Row[] => {
  const { reference, description, method, charged_cents, amount_cents, settled_with } = payment
  return [
    ...rowIfKnown(say('Customer'), customer),
    [say('Receipt for'), descriptionWords(description)],
    [say('Reference number'), reference],
    [say('Paid'), usdCents(charged_cents ?? amount_cents)],
    [say('Paid on'), paid_on === null ? '' : dayWords(paid_on)],
    [say('Paid by'), methodWords(method)],
    ...rowIfKnown(say('Check or transfer number'), settled_with),
    ...rowIfKnown(say('Refunded'), refunded_cents > 0 ? usdCents(refunded_cents) : null),
  ]
}

const receiptPdf = async ({ config }: App, receipt: Receipt): Promise<Buffer> => {
  const { default: PDFDocument } = await import('pdfkit')
  const agency = { ...config.agency, license: receipt.license }
  const rows = rowsOf(receipt)
  const doc = new PDFDocument({
    size: 'LETTER',
    font: '',
    margin: MARGIN,
    lang: locale(),
    tagged: true,
    displayTitle: true,
    info: { Title: `${say('Receipt')} ${receipt.payment.reference}`, Author: agency.name },
  })
  chooseFonts(doc, JSON.stringify([rows, agency]))
  const bytes = buffer(doc)
  const page = createPdfPage(doc, config.brand.color ?? DEFAULT_COLOR)
  page.skip(
    page.write('H1', say('Receipt'), { look: { size: 22, bold: true, color: page.colors.accent } }) + 8,
  )
  page.paragraph(agencyLine(agency), { color: page.colors.QUIET })
  for (const [label, value] of rows) page.paragraph(`${label}: ${value}`, { size: 11 })
  page.root.end()
  doc.end()
  return bytes
}

const atPurchase = async (
  app: App,
  payment: Payment,
  home: string,
): Promise<Pick<Receipt, 'paid_on' | 'license'>> => {
  const orders = await paidOrders(app, payment)
  const licenses = orders.flatMap(({ terms }) => terms.producer.license ?? [])
  const [state = home] = orders.map(({ terms }) => stateOf(terms))
  return {
    paid_on: payment.settled_at && dayIn(state, payment.settled_at),
    license: orders.length === 0 ? app.config.agency.license : [...new Set(licenses)].join(', ') || null,
  }
}

type Buyer = { customer: string | null; state: string }

export const receiptDocument = async (app: App, payment: Payment, { customer, state }: Buyer) => {
  const refunds = await refundsOf(app.db, payment.payment_id)
  const sent = refunds.filter(({ status }) => status === 'sent')
  const refunded_cents = sent.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return download({
    type: 'application/pdf',
    body: await receiptPdf(app, {
      payment,
      refunded_cents,
      customer,
      ...(await atPurchase(app, payment, state)),
    }),
    filename: `receipt-${payment.reference}.pdf`,
  })
}

type CustomerName = (app: App, uid: string) => Promise<string | null>

export const receiptPage = (payerOf: PayerOf, nameOf: CustomerName): DocumentRow<App> => ({
  path: '/pay/{token}/receipt.pdf',
  page: true,
  translated: true,
  contract: null,
  budget: payBudget,
  respond: forPayer(payerOf, async (app, { payment, places }) => {
    if (payment.status !== 'paid') return fail('not_found')
    return receiptDocument(app, payment, {
      customer: await nameOf(app, payment.uid),
      state: places[0]?.state ?? '',
    })
  }),
})
