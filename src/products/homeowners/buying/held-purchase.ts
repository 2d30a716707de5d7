import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { heldByOthers } from '../../line/buying/one-purchase-per-property.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import { HELD_PURCHASE, hasOpenHold, notesOf, writeFollowUp } from '../../line/record/notes.ts'
import { dayAtHome, isInsured } from '../application/application.ts'
import {
  actorOf,
  type HomeownerCaller,
  type HomeownersIntakeRecord,
  lockOwnIntake,
} from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'
import { homeOffers } from '../quoting/offers.ts'
import { propertiesIn } from './bind.ts'
import { selectedOffers } from './signing.ts'

const wordsFor = (streets: readonly string[]): string =>
  `The person wants to sign, but another application has bought insurance for ${streets.join('; ')}, or is buying it. If the home is changing owners, allow the purchase and ask them to sign again. Don’t tell them about the other application.`

export const holdForStaff = async (
  app: App,
  caller: HomeownerCaller,
  effective_date: string,
): Promise<boolean> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  const { uid, status, application } = intake
  if (status !== 'selected') return false
  const offers = selectedOffers(application, await homeOffers.list(app.db, intake))
  const buying = { ...intake, isProven: true } as const
  const held = await heldByOthers(app, buying, propertiesIn(intake, offers, effective_date))
  if (held.length === 0) return false
  if (hasOpenHold(await notesOf(app, uid))) return true
  await writeFollowUp(app, {
    uid,
    words: wordsFor(held.flatMap(({ address }) => address.street ?? [])),
    about: HELD_PURCHASE,
  })
  await noteOnHomeowners(
    app,
    intake,
    {},
    {
      actor: actorOf(caller).name,
      event: 'purchase_held',
      facts: { properties: held.map(({ item }) => item) },
    },
  )
  return true
}

const NOT_HELD = 'Nothing holds this purchase any more. The person can sign.'

export const allowPurchase = async (app: App, uid: string, actor: string): Promise<void> => {
  const found: HomeownersIntakeRecord | null = await lockIntake(app, { uid, line: 'homeowners' })
  const intake = found ?? fail('not_found')
  const { homes, start_date, allowed_purchases = [] } = intake.application
  const now = app.clock.now()
  const properties = homes.flatMap(home =>
    home.property_id === null || isInsured(home)
      ? []
      : [
          {
            item: home.property_id,
            path: '',
            address: home,
            starts_on: start_date ?? dayAtHome(home, now),
            isAllowed: allowed_purchases.includes(home.property_id),
          },
        ],
  )
  const held = (await heldByOthers(app, { ...intake, isProven: true }, properties)).map(({ item }) => item)
  if (held.length === 0) fail('conflict', { message: NOT_HELD, current_status: intake.status })
  const application = { ...intake.application, allowed_purchases: [...allowed_purchases, ...held] }
  const event = { actor, event: 'purchase_allowed', facts: { properties: held } }
  await noteOnHomeowners(app, intake, { application }, event)
}
