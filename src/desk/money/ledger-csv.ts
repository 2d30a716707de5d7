import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import { type LedgerLine, listLines } from '../../ledger/store.ts'
import { dayOf } from '../../lib/clock.ts'
import { isDay, plusDays } from '../../line/fields/calendar.ts'
import { csv } from '../../pages/csv.ts'
import { staffPage } from '../door.ts'

const MOST_LINES = 100_000

const COLUMNS = ['posted_at', 'entry_id', 'event', 'account', 'debit', 'credit', 'request', 'payment']

const dollars = (cents: number): string => (cents / 100).toFixed(2)

const cells = ({ posted_at, entry_id, event, account, amount_cents, uid, payment_id }: LedgerLine) => [
  posted_at.toISOString(),
  entry_id,
  event,
  account,
  amount_cents > 0 ? dollars(amount_cents) : null,
  amount_cents < 0 ? dollars(-amount_cents) : null,
  uid,
  payment_id,
]

/** All lines of the period or none: a ledger that ends early would not balance. */
export const ledgerCsv = async (
  { db }: App,
  period: { from: Date; to: Date },
  most = MOST_LINES,
): Promise<string> => {
  const lines = await listLines(db, { ...period, limit: most + 1 })
  if (lines.length > most)
    fail('invalid_request', {
      message: `This period has more than ${most.toLocaleString('en-US')} ledger lines. Choose a shorter period.`,
    })
  return csv([COLUMNS, ...lines.map(cells)])
}

const dayIn = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && isDay(value) ? value : otherwise

export const ledgerPage = staffPage('/desk/money/ledger.csv', 'see_money', async (app, { query }) => {
  const today = dayOf(app.clock.now())
  const from = new Date(dayIn(query.from, '2000-01-01'))
  const to = new Date(plusDays(dayIn(query.to, today), 1))
  const body = await ledgerCsv(app, { from, to })
  return {
    type: 'text/csv; charset=utf-8',
    body,
    mostBytes: Buffer.byteLength(body),
    headers: {
      'content-disposition': 'attachment; filename="ledger.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  }
})
