import type { App } from '../../../platform/app.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { DAY, dayOf, later } from '../../../platform/lib/clock.ts'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { buckets } from '../application/statuses.ts'
import type { StatusCounts } from '../intake/property-row-store.ts'
import { listDays } from './status-days-store.ts'

export type StatusDay = { day: string; entered: StatusCounts }

const DAYS = 30

const NOTHING = recordOf(buckets, () => 0)

export const statusDays = async (app: App, { operatorUid }: OperatorCaller): Promise<StatusDay[]> => {
  const now = app.clock.now()
  const days = Array.from({ length: DAYS }, (_, at) => dayOf(later(now, (at + 1 - DAYS) * DAY)))
  const known = await listDays(app.db, operatorUid, days[0] ?? '')
  return days.map(day => {
    const { day: _, ...entered } = known.find(row => row.day === day) ?? { day, ...NOTHING }
    return { day, entered }
  })
}
