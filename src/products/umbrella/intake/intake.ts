import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { CallerBase } from '../../../platform/http/operation.ts'
import type { OperatorCaller, SharedCaller } from '../../../platform/key/guard.ts'
import { operatorOf, refuseUnapproved } from '../../../platform/key/standing.ts'
import type { Language } from '../../../platform/language/language.ts'
import type * as acting from '../../line/acts/actor.ts'
import type { Intake } from '../../line/record/intake.ts'
import { findIntake, lockIntake } from '../../line/record/intakes.ts'
import { unknownUid } from '../../line/record/unknown-uid.ts'
import { refuseLive } from '../../line/wire/sandbox-flag.ts'
import type { Application } from '../application/application.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'

export type UmbrellaIntakeRecord = Intake<UmbrellaStatus, Application>

export type CallerWording = {
  howToChange: string
  howToChooseAgain: string
  howToStartAgain: string
  whatNext(app: App, intake: UmbrellaIntakeRecord): Promise<string>
}

export type AgentCaller = OperatorCaller | SharedCaller

export type BuyerCaller = CallerBase & { kind: 'buyer'; uid: string; language: Language }

type AtDoor = { words: CallerWording }
export type Actor = acting.Actor & AtDoor
export type ConsentingActor = acting.Consenting & AtDoor

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

export const lockOwnIntake = async (app: App, caller: AgentCaller, uid: string) => {
  const [found, operator] = await Promise.all([lockForJob(app, uid), operatorOf(app, caller)])
  const intake = owned(found, caller, uid)
  refuseUnapproved(app, operator, intake)
  return intake
}
