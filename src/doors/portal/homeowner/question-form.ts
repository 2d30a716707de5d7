import type { App } from '../../../platform/app.ts'
import { actorOf, type HomeownerCaller } from '../../../products/homeowners/intake/caller.ts'
import { lockOwnIntake } from '../../../products/homeowners/intake/intake.ts'
import { noteOnHomeowners } from '../../../products/homeowners/intake/writer.ts'
import { answerAsPerson, type CarrierAnswer } from '../../../products/line/tasks/tasks.ts'
import { readCarrierAnswer } from '../frame/carrier-questions.ts'
import { pathWithNotice } from '../frame/notices.ts'
import { QUESTION_PATH } from './question-path.ts'
import { stepForm } from './step-form.ts'

const answerCarrier = async (app: App, caller: HomeownerCaller, answered: CarrierAnswer): Promise<void> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  const actor = actorOf(caller).name
  await answerAsPerson(app, intake, { actor, ...answered })
  const facts = { task_id: answered.task_id }
  await noteOnHomeowners(app, intake, {}, { actor, event: 'carrier_question_answered', facts })
}

export const questionForm = stepForm({
  path: QUESTION_PATH,
  here: '/portal/quotes',
  async send(app, { caller }, form) {
    const read = readCarrierAnswer(form)
    if ('errors' in read) return read
    await answerCarrier(app, caller, read)
    return { next: pathWithNotice('/portal', 'answered') }
  },
})
