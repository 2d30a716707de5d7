import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import { hasOpenOrders } from '../../policies/order-store.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import type { HomeownersIntakeRecord } from './intake.ts'

const OVER: Partial<Record<HomeownersStatus, string>> = {
  bound: 'The policy is bound. To change it, call the agency.',
  withdrawn: 'This application was withdrawn. Start a new one.',
  expired: 'This application has expired. Start a new one.',
}

const BINDING =
  'The policy is being issued right now, so nothing can be changed. Wait a minute and look again.'

export const isBinding = (app: App, { uid, status }: HomeownersIntakeRecord): Promise<boolean> =>
  status === 'selected' ? hasOpenOrders(app.db, uid) : Promise.resolve(false)

export const refuseUnlessOpen = async (app: App, intake: HomeownersIntakeRecord): Promise<void> => {
  const { status: current_status } = intake
  const over = OVER[current_status]
  if (over !== undefined) fail('conflict', { message: over, current_status })
  if (await isBinding(app, intake)) fail('conflict', { message: BINDING, current_status })
}
