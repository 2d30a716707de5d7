import type { App } from '../../platform/app.ts'
import { lockName, shareName } from '../../platform/db/named-lock.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { dayInZone } from '../../platform/lib/local-day.ts'
import { plusMonths } from '../../platform/values/calendar.ts'
import { type MoneyEvent, postingOf } from './postings.ts'
import { type ClosedMonth, insertClosedMonth, insertLines, lastClosedMonth } from './store.ts'

type About = {
  uid: string | null
  payment_id: string | null
  sandbox: boolean
  policy_id?: string | null
  carrier_id?: string | null
  on?: string
}

export const monthOf = (day: string): string => day.slice(0, 7)

export const firstDayAfter = (month: string): string => plusMonths(`${month}-01`, 1)

export const bookToday = ({ config, clock }: Pick<App, 'config' | 'clock'>): string =>
  dayInZone(config.timeZone, clock.now())

const MONTHS = 'trust_months'

/** A posting waits for a month that is being closed, and the close waits for postings that have begun. */
const bookedOn = async (app: App, on: string): Promise<string> => {
  await shareName(app.db, MONTHS)
  const closed = await lastClosedMonth(app.db)
  return closed && monthOf(on) <= closed.month ? firstDayAfter(closed.month) : on
}

/** Call `read` for what the month comes to: nothing is posted while it reads. */
export const closeBooks = async (
  app: App,
  read: (inside: App) => Promise<Omit<ClosedMonth, 'closed_at'>>,
): Promise<void> => {
  assertTransaction(app)
  await lockName(app.db, MONTHS)
  await insertClosedMonth(app.db, { ...(await read(app)), closed_at: app.clock.now() })
}

const entryId = (event: MoneyEvent['event'], cause: string): string => `${event}/${cause}`

/** What caused an entry: the id of a payment, a refund or an act, and what tells a second one apart. */
export const causeOf = ({ event, entry_id }: { event: string; entry_id: string }): string =>
  entry_id.slice(event.length + 1).split('/')[0] ?? ''

/** `cause` names the event, so a repeated event is posted once. */
export const post = async (
  app: App,
  money: MoneyEvent,
  { cause, uid, payment_id, sandbox, ...about }: About & { cause: string },
): Promise<boolean> => {
  assertTransaction(app)
  if (sandbox) return true
  const lines = postingOf(money)
  if (lines.length === 0) return true
  const { policy_id = null, carrier_id = null, on = bookToday(app) } = about
  const entry = {
    entry_id: entryId(money.event, cause),
    event: money.event,
    payment_id,
    posted_at: app.clock.now(),
    booked_on: await bookedOn(app, on),
  }
  return insertLines(
    app.db,
    lines.map(({ account, cents, part }, at) => ({
      ...entry,
      line: at + 1,
      account,
      amount_cents: cents,
      uid: part ? part.uid : uid,
      policy_id: part ? part.policy_id : policy_id,
      carrier_id: part ? part.carrier_id : carrier_id,
    })),
  )
}
