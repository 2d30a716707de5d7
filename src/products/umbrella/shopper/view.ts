import type { App } from '../../../platform/app.ts'
import { type PersonToVerify, personOf, verificationOf } from '../../line/verification.ts'
import { pollPart, type Verification } from '../../line/wire/follow-up.ts'
import { isHeld } from '../answering/confirm-review.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { turnOf } from '../intake/turn.ts'
import { viewFor } from '../operator/session-view.ts'
import { householdPlaces } from '../quoting/carriers.ts'
import { heldPart } from './held.ts'
import type { UmbrellaFollowUp } from './schema.ts'
import { shopperDoor } from './words.ts'

export const buyerOf = (intake: UmbrellaIntakeRecord): PersonToVerify => ({
  ...personOf(intake, intake.application.household, {
    product: 'umbrella insurance',
    places: householdPlaces(intake.application.household),
  }),
  submits: isHeld(intake),
})

export const shopperView = async (
  app: App,
  intake: UmbrellaIntakeRecord,
  asked?: Verification,
): Promise<UmbrellaFollowUp> => {
  const verification =
    asked ?? (intake.status === 'bound' ? null : await verificationOf(app, buyerOf(intake)))
  const needsProof = verification !== null
  return {
    ...(await viewFor(app, intake, { door: shopperDoor(intake.uid), needsProof })),
    ...(verification && { verification }),
    ...pollPart(app, intake.uid),
    ...(isHeld(intake) && {
      ...heldPart(verification),
      ...(await turnOf(app, intake, { needsProof })),
    }),
  }
}
