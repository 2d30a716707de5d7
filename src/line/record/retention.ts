import type { App } from '../../app.ts'
import { DAY, later } from '../../lib/clock.ts'
import { listOverdue } from './store.ts'

export const NEVER_SUBMITTED = 30 * DAY
export const NOT_BOUND = 90 * DAY
const PAGE = 100

type Dates = { submittedAt: Date | null; updatedAt: Date; erasedAt: Date | null }

export const isOverdue = ({ submittedAt, updatedAt, erasedAt }: Dates, now: Date): boolean =>
  erasedAt !== null || now >= later(updatedAt, submittedAt === null ? NEVER_SUBMITTED : NOT_BOUND)

export const forOverdue = async (
  app: App,
  { line, keep }: { line: string; keep: readonly string[] },
  erase: (uid: string) => Promise<void>,
): Promise<void> => {
  const now = app.clock.now()
  const overdue = {
    line,
    keep,
    neverSubmitted: later(now, -NEVER_SUBMITTED),
    notBound: later(now, -NOT_BOUND),
  }
  let page = await listOverdue(app.db, overdue, { after: '', limit: PAGE })
  while (page.length > 0) {
    for (const uid of page) await erase(uid)
    page = await listOverdue(app.db, overdue, { after: page.at(-1) ?? '', limit: PAGE })
  }
}
