import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import type { OperatorCaller } from '../key/guard.ts'
import type { Intake } from '../line/intake.ts'
import { findIntake, lockIntake } from '../line/intakes.ts'
import type { Application } from './application.ts'
import type { HomeownersStatus } from './lifecycle.ts'

export type HomeownersIntakeRecord = Intake<HomeownersStatus, Application>

const line = 'homeowners'

/** Another operator's intake is not there, the same as one that never was. */
const owned = (
  intake: HomeownersIntakeRecord | null,
  { operatorUid }: OperatorCaller,
): HomeownersIntakeRecord => (intake?.owner === operatorUid ? intake : fail('not_found'))

export const readOwnIntake = async (app: App, caller: OperatorCaller, uid: string) =>
  owned(await findIntake(app, { uid, line }), caller)

export const lockOwnIntake = async (app: App, caller: OperatorCaller, uid: string) =>
  owned(await lockIntake(app, { uid, line }), caller)
