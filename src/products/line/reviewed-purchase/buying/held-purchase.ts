import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { heldByOthers } from '../../buying/one-purchase-per-property.ts'
import { propertyKey } from '../../fields/address-key.ts'
import { isToSign } from '../application/statuses.ts'
import { lockForJob, type ReviewedIntake } from '../intake/intake.ts'
import { holdsAddress, isAddressAllowed } from '../intake/one-purchase.ts'
import { noteOnPurchase } from '../intake/writer.ts'
import { claimOrHold } from './claim-household.ts'
import { resumePurchase } from './info-request.ts'
import { enqueuePlacing } from './place-job.ts'

const BOUGHT: readonly string[] = ['chosen', 'info_requested']

const isWaiting = async (app: App, intake: ReviewedIntake): Promise<boolean> =>
  BOUGHT.includes(intake.status) && !(await holdsAddress(app, intake))

const isHeldByOther = async (app: App, intake: ReviewedIntake): Promise<boolean> => {
  const { household: address } = intake.application
  const { state = '', effective_date: starts_on = dayIn(state, app.clock.now()) } = address
  const isAllowed = isAddressAllowed(intake.application)
  return (await heldByOthers(app, intake, [{ item: '', path: '', address, starts_on, isAllowed }])).length > 0
}

export const isPurchaseHeld = async (app: App, intake: ReviewedIntake): Promise<boolean> =>
  (await isWaiting(app, intake)) || (isToSign(intake.status) && (await isHeldByOther(app, intake)))

const goOn = async (app: App, intake: ReviewedIntake, actor: string): Promise<void> => {
  const { status, application } = intake
  await claimOrHold(app, { kind: 'staff' }, intake)
  if (status === 'chosen') await enqueuePlacing(app, intake)
  else if (application.purchase?.info_request?.fields.length === 0)
    await resumePurchase(app, intake, { application, actor })
}

const NOT_HELD = 'Nothing holds this purchase any more. The person can buy.'

export const allowPurchase = async (app: App, uid: string, actor: string): Promise<void> => {
  const intake = (await lockForJob(app, uid)) ?? fail('not_found')
  const allowed_address = propertyKey(intake.application.household)
  const waits = await isWaiting(app, intake)
  if (allowed_address === null || !(waits || (await isHeldByOther(app, intake))))
    return fail('conflict', { message: NOT_HELD, current_status: intake.status })
  const application = { ...intake.application, allowed_address }
  const event = { actor, event: 'purchase_allowed', facts: {} }
  const allowed = await noteOnPurchase(app, intake, { application }, event)
  if (waits) await goOn(app, allowed, actor)
}
