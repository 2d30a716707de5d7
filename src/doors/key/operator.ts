import type { App } from '../../platform/app.ts'
import { firstStanding } from '../../platform/key/standing.ts'
import { type OperatorRow, type Registration, upsertOperator } from '../../platform/key/store.ts'
import { randomId } from '../../platform/lib/random.ts'

export const operatorWith = (
  app: App,
  email: string,
  details: Partial<Registration> = {},
): Promise<OperatorRow> =>
  upsertOperator(app.db, {
    operator_uid: randomId(app.random, 'opr'),
    email,
    created_at: app.clock.now(),
    ...firstStanding(app),
    ...details,
  })
