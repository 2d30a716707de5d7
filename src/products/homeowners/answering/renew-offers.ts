import type { App } from '../../../platform/app.ts'
import { isChoosing } from '../application/statuses.ts'
import { isBinding } from '../intake/editable.ts'
import { actorOf, type HomeownersIntakeRecord, type IntakeCaller, lockOwnIntake } from '../intake/intake.ts'
import { type HomeOfferRow, offersOf } from '../quoting/offers.ts'
import { requote } from './requote.ts'

export const offersExpired = async (
  app: App,
  intake: HomeownersIntakeRecord,
  offers: readonly HomeOfferRow[],
): Promise<boolean> => {
  if (!isChoosing(intake.status)) return false
  const areOver = offers.length > 0 && offers.every(({ expires_at }) => expires_at <= app.clock.now())
  return areOver && !(await isBinding(app, intake))
}

export const renew = async (
  app: App,
  caller: IntakeCaller,
  { uid }: { uid: string },
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, uid)
  return (await offersExpired(app, intake, await offersOf(app, intake)))
    ? requote(app, intake, { event: 'offers_expired', actor: actorOf(caller).name })
    : intake
}
