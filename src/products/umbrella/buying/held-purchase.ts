import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { heldByOthers, isHeldByOther } from '../../line/buying/one-purchase-per-property.ts'
import { propertyKey } from '../../line/fields/address-key.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { noteOnUmbrella } from '../intake/writer.ts'

export const isAddressAllowed = ({ application }: UmbrellaIntakeRecord): boolean =>
  application.allowed_address !== undefined &&
  application.allowed_address === propertyKey(application.household)

const ABOUT_TO_BUY: readonly string[] = ['ready_to_finalize', 'signature_needed']

export const isPurchaseHeld = async (app: App, intake: UmbrellaIntakeRecord): Promise<boolean> =>
  ABOUT_TO_BUY.includes(intake.status) &&
  !isAddressAllowed(intake) &&
  (await isHeldByOther(app, intake, intake.application.household))

const NOT_HELD = 'Nothing holds this purchase any more. The person can buy.'

export const allowPurchase = async (app: App, uid: string, actor: string): Promise<void> => {
  const found: UmbrellaIntakeRecord | null = await lockIntake(app, { uid, line: 'umbrella' })
  const intake = found ?? fail('not_found')
  const { household } = intake.application
  const { state = '', effective_date: starts_on = dayIn(state, app.clock.now()) } = household
  const isAllowed = isAddressAllowed(intake)
  const held = await heldByOthers(app, intake, [
    { item: 'household', path: '', address: household, starts_on, isAllowed },
  ])
  const allowed_address = propertyKey(household)
  if (held.length === 0 || allowed_address === null)
    return fail('conflict', { message: NOT_HELD, current_status: intake.status })
  const application = { ...intake.application, allowed_address }
  await noteOnUmbrella(app, intake, { application }, { actor, event: 'purchase_allowed', facts: {} })
}
