import { answerCarrier } from '../../../products/homeowners/portal/answer-carrier.ts'
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
    await answerCarrier(app, caller, read)
    return { next: pathWithNotice('/portal', 'answered') }
  },
})
