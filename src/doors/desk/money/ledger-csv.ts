import { causeOf } from '../../../agency/ledger/ledger.ts'
import { type LedgerLine, listLines } from '../../../agency/ledger/store.ts'
import { listSettledNotes } from '../../../agency/payments/money-store.ts'
import { openPaymentNote } from '../../../agency/payments/payments.ts'
import { listReferences } from '../../../agency/payments/receipt-store.ts'
import { openReference } from '../../../agency/payments/receipts.ts'
import { openRefundNote } from '../../../agency/payments/refunds.ts'
import { midnightIn } from '../../../agency/policies/coverage-start.ts'
import type { App } from '../../../platform/app.ts'
import { openActNote } from '../../../platform/audit/acts.ts'
import { fail } from '../../../platform/errors.ts'
import { staffDownload } from '../../../platform/http/pages/document.ts'
import { dayInZone } from '../../../platform/lib/local-day.ts'
import { csv } from '../../../platform/pages/csv.ts'
import { isDay, plusDays } from '../../../platform/values/calendar.ts'
import { agencyDay } from '../../../products/line/wire/agency-day.ts'
import { staffPage } from '../sign-in/door.ts'

const MOST_LINES = 100_000

const COLUMNS = [
  'posted_at',
  'entry_id',
  'event',
  'account',
  'debit',
  'credit',
  'request',
  'payment',
  'reference',
  'posted_on',
]

const dollars = (cents: number): string => (cents / 100).toFixed(2)

type ReferenceOf = (line: LedgerLine) => string | null

const OPENED = { payment: openPaymentNote, refund: openRefundNote, act: openActNote }

const NUMBERED: readonly string[] = ['payment_received', 'refund_sent', 'carrier_paid']

const referencesOf = async (app: App, period: { from: Date; to: Date }): Promise<ReferenceOf> => {
  const known = new Map(
    (await listSettledNotes(app.db, period)).map(({ id, kind, note }) => [id, OPENED[kind](app, id, note)]),
  )
  for (const row of await listReferences(app.db, period)) known.set(row.receipt_id, openReference(app, row))
  return line => (NUMBERED.includes(line.event) ? (known.get(causeOf(line)) ?? null) : null)
}

const cells = (referenceOf: ReferenceOf, zone: string) => (line: LedgerLine) => {
  const { posted_at, entry_id, event, account, amount_cents, uid, payment_id } = line
  return [
    posted_at.toISOString(),
    entry_id,
    event,
    account,
    amount_cents > 0 ? dollars(amount_cents) : null,
    amount_cents < 0 ? dollars(-amount_cents) : null,
    uid,
    payment_id,
    referenceOf(line),
    dayInZone(zone, posted_at),
  ]
}

/** All lines of the period or none: a ledger that ends early would not balance. */
export const ledgerCsv = async (
  app: App,
  period: { from: Date; to: Date },
  most = MOST_LINES,
): Promise<string> => {
  const lines = await listLines(app.db, { ...period, limit: most + 1 })
  if (lines.length > most)
    fail('invalid_request', {
      message: `This period has more than ${most.toLocaleString('en-US')} ledger lines. Choose a shorter period.`,
    })
  return csv([COLUMNS, ...lines.map(cells(await referencesOf(app, period), app.config.timeZone))])
}

const dayAsked = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && isDay(value) ? value : otherwise

export const ledgerPeriod = (
  app: Pick<App, 'config' | 'clock'>,
  asked: { from?: unknown; to?: unknown },
): { from: Date; to: Date } => {
  const { timeZone } = app.config
  return {
    from: midnightIn(timeZone, dayAsked(asked.from, '2000-01-01')),
    to: midnightIn(timeZone, plusDays(dayAsked(asked.to, agencyDay(app)), 1)),
  }
}

export const ledgerPage = staffPage('/desk/money/ledger.csv', 'see_money', async (app, { query }) => {
  const body = await ledgerCsv(app, ledgerPeriod(app, query))
  return staffDownload({ type: 'text/csv; charset=utf-8', body, filename: 'ledger.csv' })
})
