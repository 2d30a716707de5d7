import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { recordAct } from '../../platform/audit/acts.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { timeOrderedId } from '../../platform/lib/random.ts'
import { plusYears } from '../../platform/values/calendar.ts'
import { usdCents } from '../../platform/values/money.ts'
import { bookToday, monthOf, post } from '../ledger/ledger.ts'
import { commissionPercent } from '../payments/installments.ts'
import { accountRows, type CommissionStatement, insertStatement } from './book-store.ts'
import { daysOf } from './carrier-account.ts'
import { type MatchedLine, matchStatement, readStatement } from './commission.ts'
import { type Found, noteBookDifferences } from './differences.ts'

type Statement = Pick<
  CommissionStatement,
  'carrier_id' | 'month' | 'received_on' | 'total_cents' | 'reference'
> & {
  text: string
  actor: string
}

const matched = async (app: App, { carrier_id, month, text }: Statement) => {
  const stated = readStatement(text)
  if (typeof stated === 'string') return fail('invalid_request', { message: stated })
  const rows = await accountRows(app.db, daysOf(app, monthOf(bookToday(app))), carrier_id)
  const atEnd = await accountRows(app.db, daysOf(app, month), carrier_id)
  const due = new Set(atEnd.filter(row => row.direct_closing !== 0).map(({ policy_id }) => policy_id))
  const expected = rows.map(row => {
    const isRenewed = plusYears(row.effective_date, 1) <= `${month}-01`
    const percent = commissionPercent(app, { carrier_id, period: isRenewed ? month : null })
    return { ...row, percent, outstanding_cents: row.direct_closing }
  })
  return matchStatement(stated, expected, due)
}

const partOf =
  (carrier_id: string) =>
  ({ uid, policy_id, commission_cents }: MatchedLine) => ({
    uid,
    policy_id,
    carrier_id,
    cents: commission_cents,
  })

/** What the carrier paid is booked as it says, policy by policy. What differs stays expected until it is closed. */
export const takeStatement = async (
  app: App,
  statement: Statement,
): Promise<{ lines: number; differences: number } | null> => {
  assertTransaction(app)
  const { carrier_id, month, received_on, total_cents, reference, text, actor } = statement
  const { lines, differences } = await matched(app, statement)
  const now = app.clock.now()
  const statement_id = timeOrderedId(app.random, 'cst', now)
  const digest = createHash('sha256').update(`${carrier_id}\n${month}\n${text}`).digest()
  const row = { statement_id, carrier_id, month, received_on, total_cents, reference, digest }
  const isNew = await insertStatement(
    app.db,
    { ...row, recorded_by: actor, recorded_at: now },
    lines.map(({ uid: _, ...line }, at) => ({ ...line, statement_id, line: at + 1 })),
  )
  if (!isNew) return null
  const sum = lines.reduce((all, { commission_cents }) => all + commission_cents, 0)
  const rest = { uid: null, policy_id: null, carrier_id, cents: total_cents - sum }
  await post(
    app,
    { event: 'commission_received', cents: total_cents, parts: [...lines.map(partOf(carrier_id)), rest] },
    { uid: null, payment_id: null, sandbox: false, carrier_id, cause: statement_id, on: received_on },
  )
  const found: Found[] = differences.map(({ policy_number, policy_id, ...one }, at) => ({
    ...one,
    of: `${statement_id}/${at + 1}`,
    about: { words: policy_number, policy_id, carrier_id },
  }))
  if (rest.cents !== 0)
    found.push({
      kind: 'commission_total_differs',
      of: statement_id,
      uid: null,
      expected_cents: sum,
      found_cents: total_cents,
      about: { words: reference, carrier_id },
    })
  await noteBookDifferences(app, found, { month, owner: actor })
  const note = `${month}: ${usdCents(total_cents)}, ${reference}`
  await recordAct(app, { about: carrier_id, act: 'commission_statement_taken', actor, note })
  return { lines: lines.length, differences: found.length }
}
