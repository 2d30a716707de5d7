import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { type MoneyEvent, postingOf } from './postings.ts'
import { insertLines } from './store.ts'

type About = { uid: string; payment_id: string | null; sandbox: boolean }

const entryId = (event: MoneyEvent['event'], cause: string): string => `${event}/${cause}`

/** What caused an entry: the id of a payment, a refund or an act, and what tells a second one apart. */
export const causeOf = ({ event, entry_id }: { event: string; entry_id: string }): string =>
  entry_id.slice(event.length + 1).split('/')[0] ?? ''

/** `cause` names the event, so a repeated event is posted once. */
export const post = async (
  app: App,
  money: MoneyEvent,
  { cause, uid, payment_id, sandbox }: About & { cause: string },
): Promise<boolean> => {
  assertTransaction(app)
  if (sandbox) return true
  const lines = postingOf(money)
  if (lines.length === 0) return true
  const posted_at = app.clock.now()
  const entry = { entry_id: entryId(money.event, cause), event: money.event, uid, payment_id, posted_at }
  return insertLines(
    app.db,
    lines.map(({ account, cents }, at) => ({ ...entry, line: at + 1, account, amount_cents: cents })),
  )
}
