import type { App } from '../../../platform/app.ts'
import {
  type AskedQuestion,
  answerAsPerson,
  type CarrierAnswer,
  questionsAsked,
} from '../../line/tasks/tasks.ts'
import { type BuyerCaller, lockBuyersIntake, type UmbrellaIntakeRecord } from '../intake/intake.ts'
import { noteOnUmbrella } from '../intake/writer.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import { buyerActor } from './buyers-review.ts'

export const carrierQuestionsFor = (app: App, intake: UmbrellaIntakeRecord): Promise<AskedQuestion[]> =>
  questionsAsked(app, intake.uid, umbrellaCarriers.names(app, intake))

export const answerCarrier = async (
  app: App,
  caller: BuyerCaller,
  answered: CarrierAnswer,
): Promise<void> => {
  const intake = await lockBuyersIntake(app, caller)
  const actor = buyerActor(caller).name
  await answerAsPerson(app, intake, { actor, ...answered })
  const facts = { task_id: answered.task_id }
  await noteOnUmbrella(app, intake, {}, { actor, event: 'carrier_question_answered', facts })
}
