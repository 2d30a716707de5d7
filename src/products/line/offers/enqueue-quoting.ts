import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJob } from '../../../platform/jobs/store.ts'
import type { LineName } from '../../../platform/lines.ts'
import type { Quoting } from './store.ts'

export type QuoteJob = `quote_${LineName}`

export const enqueueQuoting = (app: App, job: QuoteJob, { uid, revision }: Quoting): Promise<void> => {
  assertTransaction(app)
  return addJob(app.db, job, { uid, revision }, ATTEMPTS_FOR_FOUR_DAYS)
}
