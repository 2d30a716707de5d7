import { type App, job } from '../../platform/app.ts'
import { ATTEMPTS_FOR_TEN_SECONDS, addJob } from '../../platform/jobs/store.ts'
import { closeGoneOf, findDifference, noteDifference } from './difference-store.ts'
import { findPayment } from './payments.ts'
import { compare, reconcile } from './reconcile.ts'
import { syncPayment } from './sync.ts'

const RECHECK_DIFFERENCE = 'recheck_difference'

export const enqueueRecheck = async (app: App, difference_id: string): Promise<boolean> => {
  const row = await findDifference(app.db, difference_id)
  if (!row || row.closed_at !== null) return false
  await addJob(app.db, RECHECK_DIFFERENCE, { difference_id, uid: row.uid }, ATTEMPTS_FOR_TEN_SECONDS)
  return true
}

const recheckPayment = async (app: App, payment_id: string): Promise<void> => {
  const payment = (await syncPayment(app, payment_id)) ?? (await findPayment(app, payment_id))
  if (!payment) return
  const found = await compare(app, payment)
  const now = app.clock.now()
  for (const difference of found) await noteDifference(app.db, difference, now)
  await closeGoneOf(app.db, payment_id, { found: found.map(one => one.difference_id), closed_at: now })
}

export const recheckDifference = job<{ difference_id: string }>({
  name: RECHECK_DIFFERENCE,
  lane: 'carriers',
  async run(app, { difference_id }) {
    const row = await findDifference(app.db, difference_id)
    if (!row || row.closed_at !== null) return
    if (row.payment_id === null || row.kind === 'bound_without_posting') await reconcile(app)
    else await recheckPayment(app, row.payment_id)
  },
})
