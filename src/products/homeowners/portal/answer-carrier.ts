import type { App } from '../../../platform/app.ts'
import { answerAsPerson, type CarrierAnswer } from '../../line/tasks/tasks.ts'
import { actorOf, type HomeownerCaller } from '../intake/caller.ts'
import { lockOwnIntake } from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'

export const answerCarrier = async (
  app: App,
  caller: HomeownerCaller,
  answered: CarrierAnswer,
): Promise<void> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  const actor = actorOf(caller)
  await answerAsPerson(app, intake, { actor, ...answered })
  const facts = { task_id: answered.task_id }
  await noteOnHomeowners(app, intake, {}, { actor, event: 'carrier_question_answered', facts })
}
