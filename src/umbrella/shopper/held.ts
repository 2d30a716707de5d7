import { fail } from '../../errors.ts'
import { heldForProof, type Verification } from '../../line/wire/follow-up.ts'
import { isHeld } from '../answering/confirm-review.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { CONFIRM_THERE, WAIT_FOR_PERSON } from './words.ts'

/** A shopper who entered a code on the review page instead confirms it there. */
export const heldPart = (verification: Verification | null) =>
  verification
    ? { ...heldForProof(verification), next_action: WAIT_FOR_PERSON }
    : { next_action: WAIT_FOR_PERSON, agent_instructions: [CONFIRM_THERE] }

const WAITS_FOR_PERSON =
  'There are no offers yet: the submission waits for the person. Do not send it again. Poll GET /api/intake/{uid}/issues, which says what the person must do.'

export const refuseHeld = (intake: UmbrellaIntakeRecord): void => {
  if (isHeld(intake)) fail('conflict', { message: WAITS_FOR_PERSON, current_status: intake.status })
}
