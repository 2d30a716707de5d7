import { actorOf } from '../../homeowners/intake/caller.ts'
import { lockOwnIntake } from '../../homeowners/intake/intake.ts'
import { answerAsPerson } from '../../line/tasks/tasks.ts'
import { readCarrierAnswer } from '../frame/carrier-questions.ts'
import { pathWithNotice } from '../frame/notices.ts'
import { QUESTION_PATH } from './question-path.ts'
import { stepForm } from './step-form.ts'

export const questionForm = stepForm({
  path: QUESTION_PATH,
  here: '/portal/quotes',
  async send(app, { caller }, form) {
    const read = readCarrierAnswer(form)
    if ('errors' in read) return read
    const intake = await lockOwnIntake(app, caller, caller.uid)
    await answerAsPerson(app, intake, { actor: actorOf(caller), ...read })
    return { next: pathWithNotice('/portal', 'answered') }
  },
})
