import { confirmEstimates } from '../../homeowners/buying/confirm.ts'
import { correctionsIn } from '../form/corrections.ts'
import { valueFromText } from '../form/form-text.ts'
import { correctableQuestions } from '../form/given-answers.ts'
import { answerRequired, questionErrors } from '../form/question-errors.ts'
import { pathWithNotice } from '../frame/notices.ts'
import { say } from '../words/say.ts'
import { claimQuestions, claimsTyped } from './claims-view.ts'
import { stepForm } from './step-form.ts'

const reviewToken = (form: URLSearchParams): string => form.get('token') ?? ''

const confirmForm = stepForm({
  path: '/portal/review/confirm',
  here: '/portal/review',
  async send(app, { caller, view }, form) {
    const confirmed = view.review.homes.flatMap(({ items }) => items.map(({ name }) => name))
    await confirmEstimates(app, caller, { review_token: reviewToken(form), confirmed, corrected: {} })
    return { next: pathWithNotice('/portal', 'confirmed') }
  },
})

const nothingChanged = () => ({
  name: null,
  message: say('You didn’t change any answers. Open “Correct this” next to the answer that’s wrong.'),
})

const correctForm = stepForm({
  path: '/portal/review/correct',
  here: '/portal/review',
  async send(app, { caller, view, application }, form) {
    const changed = correctionsIn(correctableQuestions(view, application), form)
    const emptied = changed.filter(({ text }) => text === '')
    if (emptied.length > 0) return { errors: emptied.map(({ item }) => answerRequired(item)) }
    if (changed.length === 0) return { errors: [nothingChanged()] }
    const corrected = Object.fromEntries(
      changed.map(({ item, text }) => [item.name, valueFromText(item.definition, text)]),
    )
    await confirmEstimates(app, caller, { review_token: reviewToken(form), confirmed: [], corrected })
    return { next: pathWithNotice('/portal', 'corrected') }
  },
})

const nothingTyped = () => ({ name: null, message: say('Describe at least one claim, or skip this.') })

const claimsForm = stepForm({
  path: '/portal/review/claims',
  here: '/portal/review',
  async send(app, { caller, view }, form) {
    const ask = view.review.claims.find(({ name }) => name === form.get('field'))
    const typed = ask ? claimsTyped(ask, form) : []
    if (ask && typed.length === 0) return { errors: [nothingTyped()] }
    const corrected = ask ? { [ask.name]: [...ask.losses, ...typed] } : {}
    await confirmEstimates(app, caller, { review_token: reviewToken(form), confirmed: [], corrected })
    return { next: pathWithNotice('/portal', 'corrected') }
  },
  errorsOf: (problems, { view }) => questionErrors(claimQuestions(view), problems),
})

export const reviewForms = [confirmForm, correctForm, claimsForm]
