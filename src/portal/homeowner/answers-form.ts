import { answerMissing } from '../../homeowners/answering/answer-missing.ts'
import type { PortalQuestion, PortalView } from '../../homeowners/portal/facts.ts'
import type { Json } from '../../line/fields/merge.ts'
import type { FieldError } from '../../pages/fields.ts'
import { agreedVersion, isAgreed } from '../form/agreement.ts'
import { valueFromText } from '../form/form-text.ts'
import { answerRequired } from '../form/question-errors.ts'
import { pathWithNotice } from '../frame/notices.ts'
import { say } from '../words/say.ts'
import { CONSENT_FIELD } from './answers-view.ts'
import { stepForm } from './step-form.ts'

const textAt = (form: URLSearchParams, { name }: PortalQuestion): string => form.get(name)?.trim() ?? ''

const notAuthorized = (): FieldError => ({
  name: CONSENT_FIELD,
  message: say('Your authorization: we can’t get quotes without it. Check the box if you agree.'),
  inPlace: say('We can’t get quotes without it. Check the box if you agree.'),
})

const missingAnswers = (
  { questions, creditAuthorization }: PortalView,
  form: URLSearchParams,
): FieldError[] => [
  ...questions.filter(question => textAt(form, question) === '').map(answerRequired),
  ...(creditAuthorization.given || isAgreed(form, CONSENT_FIELD) ? [] : [notAuthorized()]),
]

/** `{ birthday, home: [{}, { roof_date }] }`: a home without new answers keeps its place. */
const patchOf = ({ questions }: PortalView, form: URLSearchParams): Json => {
  const given = questions.filter(question => textAt(form, question) !== '')
  const person: Json = {}
  const homes: Json[] = []
  for (const question of given) {
    const value = valueFromText(question.definition, textAt(form, question))
    const [first = '', at, field] = question.path
    if (typeof at !== 'number') person[String(first)] = value
    else homes[at] = { ...homes[at], [String(field)]: value }
  }
  return homes.length > 0 ? { ...person, home: Array.from(homes, home => home ?? {}) } : person
}

export const answersForm = stepForm({
  path: '/portal/answers',
  here: '/portal/answers',
  async send(app, { caller, view }, form) {
    const isForLater = form.get('later') === 'yes'
    const errors = isForLater || view.step !== 'answers' ? [] : missingAnswers(view, form)
    if (errors.length > 0) return { errors }
    const isAuthorized = !isForLater && isAgreed(form, CONSENT_FIELD)
    await answerMissing(app, caller, {
      patch: patchOf(view, form),
      ...(isAuthorized && { credit_check_authorized: { version: agreedVersion(form, CONSENT_FIELD) } }),
    })
    return { next: isForLater ? pathWithNotice('/portal/answers', 'saved') : '/portal' }
  },
})
