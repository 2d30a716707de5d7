import { heldForProof, refuseWhileHeld, type Verification } from '../../line/wire/follow-up.ts'
import { isHeld } from '../answering/confirm-review.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { CONFIRM_THERE, WAIT_FOR_PERSON } from './words.ts'

export const heldPart = (verification: Verification | null) =>
  verification
    ? { ...heldForProof(verification), next_action: WAIT_FOR_PERSON }
    : { next_action: WAIT_FOR_PERSON, agent_instructions: [CONFIRM_THERE] }

export const refuseHeld = (intake: UmbrellaIntakeRecord): void => {
  if (isHeld(intake)) refuseWhileHeld(intake.status)
}
