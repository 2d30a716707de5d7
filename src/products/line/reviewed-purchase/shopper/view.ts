import type { App } from '../../../../platform/app.ts'
import { type PersonToVerify, personOf, verificationOf } from '../../verification.ts'
import { heldForProof, pollPart, type Verification } from '../../wire/follow-up.ts'
import { isHeld } from '../answering/confirm-review.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { turnOf } from '../intake/writer.ts'
import { viewFor } from '../operator/session-view.ts'
import { placesOf } from '../quoting/carriers.ts'
import { lineOf } from '../reviewed-line.ts'
import type { ReviewedFollowUp } from './schema.ts'
import { CONFIRM_THERE, shopperDoor, WAIT_FOR_PERSON } from './words.ts'

const heldPart = (verification: Verification | null) =>
  verification
    ? { ...heldForProof(verification), next_action: WAIT_FOR_PERSON }
    : { next_action: WAIT_FOR_PERSON, agent_instructions: [CONFIRM_THERE] }

export const buyerOf = (intake: ReviewedIntake): PersonToVerify => ({
  ...personOf(intake, intake.application.household, {
    product: lineOf(intake).words.insurance,
    places: placesOf(intake),
  }),
  submits: isHeld(intake),
})

export const shopperView = async (
  app: App,
  intake: ReviewedIntake,
  asked?: Verification,
): Promise<ReviewedFollowUp> => {
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
