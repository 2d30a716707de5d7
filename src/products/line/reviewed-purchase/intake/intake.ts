import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import type { CallerBase } from '../../../../platform/http/operation.ts'
import type { OperatorCaller, SharedCaller } from '../../../../platform/key/guard.ts'
import { operatorOf, refuseUnapproved } from '../../../../platform/key/standing.ts'
import type { Language } from '../../../../platform/language/language.ts'
import type { LineName } from '../../../../platform/lines.ts'
import type * as acting from '../../acts/actor.ts'
import { findIntake, type Intake, lockIntake } from '../../record/intakes.ts'
import { unknownUid } from '../../record/unknown-uid.ts'
import { refuseLive } from '../../wire/sandbox-flag.ts'
import type { Application } from '../application/application.ts'
import type { ReviewedStatus } from '../application/lifecycle.ts'
import { lineOfUid } from '../reviewed-line.ts'

export type ReviewedIntake = Intake<ReviewedStatus, Application>

export type CallerWording = {
  howToChange: string
  howToChooseAgain: string
  howToStartAgain: string
  whatNext(app: App, intake: ReviewedIntake): Promise<string>
}

export type AgentCaller = OperatorCaller | SharedCaller

export type BuyerCaller = CallerBase & { kind: 'buyer'; uid: string; language: Language }

type AtDoor = { words: CallerWording }
export type Actor = acting.Actor & AtDoor
export type ConsentingActor = acting.Consenting & AtDoor

export const ownerOf = ({ scope }: AgentCaller): string => scope ?? fail('unauthorized')

export const readIntake = async (app: App, uid: string): Promise<ReviewedIntake | null> => {
  const line = lineOfUid(uid)
  return line && findIntake(app, { uid, line: line.name })
}

export const lockForJob = async (app: App, uid: string): Promise<ReviewedIntake | null> => {
  const line = lineOfUid(uid)
  return line && lockIntake(app, { uid, line: line.name })
}

export type Named = { uid: string; line: LineName }

/** Another operator's intake gets the same response as one that does not exist. */
const owned = (intake: ReviewedIntake | null, caller: AgentCaller, { uid, line }: Named): ReviewedIntake => {
  if (intake?.owner !== ownerOf(caller) || intake.line !== line)
    return fail('not_found', unknownUid(uid, line))
  refuseLive(caller, intake)
  return intake
}

export const readOwnIntake = async (app: App, caller: AgentCaller, named: Named) =>
  owned(await readIntake(app, named.uid), caller, named)

export const lockBuyersIntake = async (
  app: App,
  { uid }: Pick<BuyerCaller, 'uid'>,
): Promise<ReviewedIntake> => (await lockForJob(app, uid)) ?? fail('not_found')

export const lockOwnIntake = async (app: App, caller: AgentCaller, named: Named) => {
  const [found, operator] = await Promise.all([lockForJob(app, named.uid), operatorOf(app, caller)])
  const intake = owned(found, caller, named)
  refuseUnapproved(app, operator, intake)
  return intake
}

const ERASED = 'This application has expired, and its personal data was erased.'

export const refuseIfErased = ({ howToStartAgain }: CallerWording, { erasedAt }: ReviewedIntake): void => {
  if (erasedAt === null) return
  fail('conflict', {
    message: `${ERASED} If the buyer still wants coverage, ${howToStartAgain}.`,
    current_status: 'expired',
  })
}

export const refuseWrongState = async (
  app: App,
  words: CallerWording,
  intake: ReviewedIntake,
  sentence: string,
): Promise<never> => {
  refuseIfErased(words, intake)
  return fail('conflict', {
    message: `${sentence} ${await words.whatNext(app, intake)}`,
    current_status: intake.status,
  })
}
