import type { App } from '../../../platform/app.ts'
import { withUnrecognizedAdvice } from '../../line/fields/field-hints.ts'
import { type PersonToVerify, personOf, verificationOf } from '../../line/verification.ts'
import { pollPart, type Verification } from '../../line/wire/follow-up.ts'
import { anyIllustrative } from '../../line/wire/illustrative.ts'
import { repricedInstructions } from '../../line/wire/previous-price.ts'
import { isHeld } from '../answering/confirm-review.ts'
import { withWholeLists } from '../application/next-question.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { turnOf } from '../intake/turn.ts'
import { exceptionsIn, isConsentOffered, refusalIn, sessionView } from '../operator/session-view.ts'
import { householdPlaces } from '../quoting/carriers.ts'
import { heldPart } from './held.ts'
import type { UmbrellaFollowUp } from './schema.ts'
import { infoAction, shopperWords } from './words.ts'

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
  const session = await sessionView(app, intake)
  const words = {
    ...withWholeLists(
      shopperWords({
        ...intake,
        offers: session.offers?.length ?? 0,
        waiting: session.quoting ?? null,
        illustrative: anyIllustrative(session),
        consentOffered: await isConsentOffered(app, intake),
        ...refusalIn(intake),
        isAsked: session.status === 'info_requested' && session.next_question !== undefined,
        uploads: session.required_upload_types ?? [],
        ...(await exceptionsIn(app, intake)),
        policy: session.policy,
        needsProof: verification !== null,
      }),
      { question: session.next_question, given: intake.application.household },
    ),
    ...(session.status === 'info_requested' && {
      next_action: infoAction(session.next_action.operation),
    }),
  }
  return {
    ...session,
    ...words,
    agent_instructions: withUnrecognizedAdvice(
      [...repricedInstructions(session), ...words.agent_instructions],
      session,
    ),
    ...(verification && { verification }),
    ...pollPart(app, intake.uid),
    ...(isHeld(intake) && heldPart(verification)),
    ...(await turnOf(app, intake, { needsProof: isHeld(intake) && verification !== null })),
  }
}
