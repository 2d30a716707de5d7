import type { App } from '../app.ts'
import { randomId } from '../lib/ids.ts'
import { firstStanding } from './standing.ts'
import { type OperatorRow, type Registration, upsertOperator } from './store.ts'

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
