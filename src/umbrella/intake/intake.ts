import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { CallerBase } from '../../http/operation.ts'
import type { OperatorCaller, SharedCaller } from '../../key/guard.ts'
import { operatorOf, refuseUnapproved } from '../../key/standing.ts'
import type { Answers, Origin } from '../../line/fields/estimates.ts'
import type { Witness } from '../../line/record/consent.ts'
import type { Intake } from '../../line/record/intake.ts'
import { findIntake, lockIntake } from '../../line/record/intakes.ts'
import { unknownUid } from '../../line/record/unknown-uid.ts'
import { refuseLive } from '../../line/wire/sandbox-flag.ts'
import type { Application } from '../application/application.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'
import type { CallerWording } from './wrong-state.ts'

export type UmbrellaIntakeRecord = Intake<UmbrellaStatus, Application>

export type AgentCaller = OperatorCaller | SharedCaller

export type BuyerCaller = CallerBase & { kind: 'buyer'; uid: string }

/** `origin`: who states the answers, if the witness does not say. Staff correct, and never consent. */
export type Actor = { witness: Witness; by: Answers['by']; words: CallerWording; origin?: Origin }

const ORIGINS: Record<Witness['proof'], Origin> = {
  operator_attestation: 'operator',
  assistant_attestation: 'assistant',
  portal_session: 'person',
}

export const originOf = ({ proof }: Witness): Origin => ORIGINS[proof]

export const ownerOf = ({ scope }: AgentCaller): string => scope ?? fail('unauthorized')

const line = 'umbrella'

/** Another operator's intake gets the same response as one that does not exist. */
const owned = (
  intake: UmbrellaIntakeRecord | null,
  caller: AgentCaller,
  uid: string,
): UmbrellaIntakeRecord => {
  if (intake?.owner !== ownerOf(caller)) return fail('not_found', unknownUid(uid, line))
  refuseLive(caller, intake)
  return intake
}

export const readOwnIntake = async (app: App, caller: AgentCaller, uid: string) =>
  owned(await findIntake(app, { uid, line }), caller, uid)

export const readIntake = async (app: App, uid: string): Promise<UmbrellaIntakeRecord | null> =>
  findIntake(app, { uid, line })

export const lockForJob = (app: App, uid: string): Promise<UmbrellaIntakeRecord | null> =>
  lockIntake(app, { uid, line })

export const lockBuyersIntake = async (
  app: App,
  { uid }: Pick<BuyerCaller, 'uid'>,
): Promise<UmbrellaIntakeRecord> => (await lockForJob(app, uid)) ?? fail('not_found')

/** For every write: a live one is refused while the operator is not approved. */
export const lockOwnIntake = async (app: App, caller: AgentCaller, uid: string) => {
  const [found, operator] = await Promise.all([lockForJob(app, uid), operatorOf(app, caller)])
  const intake = owned(found, caller, uid)
  refuseUnapproved(app, operator, intake)
  return intake
}
