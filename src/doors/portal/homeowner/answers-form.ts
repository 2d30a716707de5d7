import type { App } from '../../../platform/app.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { answerMissing, answerProblems } from '../../../products/homeowners/answering/answer-missing.ts'
import type { PortalView } from '../../../products/homeowners/portal/view.ts'
import type { Json } from '../../../products/line/fields/merge.ts'
import { pathWithNotice } from '../flow/flow.ts'
import { agreedVersion, isAgreed } from '../form/agreement.ts'
import { correctionsIn } from '../form/corrections.ts'
import { valueFromText } from '../form/form-text.ts'
import { answerRequired, questionErrors } from '../form/question-errors.ts'
import type { FormQuestion } from '../form/question-field.ts'
import { errorOf } from '../frame/step-body.ts'
import { say } from '../words/say.ts'
import { CONSENT_FIELD } from './answers-view.ts'
import { homeownerFlow } from './flow.ts'
import { correctableAnswers } from './given-answers.ts'
import type { Portal } from './step-context.ts'

const textAt = (form: URLSearchParams, { name }: FormQuestion): string => form.get(name)?.trim() ?? ''

const notAuthorized = (): FieldError =>
  errorOf(
    CONSENT_FIELD,
    say('Your authorization'),
    say('We can’t get quotes without it. Check the box if you agree.'),
  )

const missingAnswers = (
  { questions, creditAuthorization }: PortalView,
  form: URLSearchParams,
): FieldError[] => [
  ...questions.filter(question => textAt(form, question) === '').map(answerRequired),
  ...(creditAuthorization.given || isAgreed(form, CONSENT_FIELD) ? [] : [notAuthorized()]),
]

type Given = { item: FormQuestion; text: string }

const givenIn = ({ view, application }: Portal, form: URLSearchParams): Given[] => [
  ...view.questions.map(item => ({ item, text: textAt(form, item) })).filter(({ text }) => text !== ''),
  ...correctionsIn(correctableAnswers(application), form),
]

/** `{ birthday, home: [{}, { roof_date }] }`: a home without new answers keeps its place. */
const patchOf = (given: readonly Given[]): Json => {
  const person: Json = {}
  const homes: Json[] = []
  for (const { item, text } of given) {
    const value = valueFromText(item.definition, text)
    const [, at, field = ''] = /^home\[(\d+)\]\.(\w+)$/.exec(item.name) ?? []
    if (at === undefined) person[item.name] = value
    else homes[Number(at)] = { ...homes[Number(at)], [field]: value }
  }
  return homes.length > 0 ? { ...person, home: Array.from(homes, home => home ?? {}) } : person
}

const errorsIn = (app: App, portal: Portal, form: URLSearchParams): FieldError[] => {
  const { view, application } = portal
  const given = givenIn(portal, form)
  const known = correctableAnswers(application)
  const order = [...view.questions, ...known].map(({ name }) => name)
  const placeOf = ({ name }: FieldError): number => {
    const place = order.indexOf(name ?? '')
    return place < 0 ? order.length : place
  }
  return [
    ...(form.get('later') === 'yes' ? [] : missingAnswers(view, form)),
    ...given.filter(({ text }) => text === '').map(({ item }) => answerRequired(item)),
    ...questionErrors(
      [...view.questions, ...known],
      answerProblems(app, application, patchOf(given.filter(({ text }) => text !== ''))),
    ),
  ].toSorted((a, b) => placeOf(a) - placeOf(b))
}

const soundIn = (
  app: App,
  portal: Portal,
  given: readonly Given[],
  errors: readonly FieldError[],
): Given[] => {
  const sound = given.filter(({ item }) => !errors.some(({ name }) => name === item.name))
  return answerProblems(app, portal.application, patchOf(sound)).length > 0 ? [] : sound
}

export const answersForm = homeownerFlow.form({
  path: '/answers',
  here: '/portal/answers',
  async send(app, caller, portal) {
    const { typed: form } = portal
    const isForLater = form.get('later') === 'yes'
    const errors = portal.view.step === 'answers' ? errorsIn(app, portal, form) : []
    if (errors.length > 0) {
      const sound = isForLater ? soundIn(app, portal, givenIn(portal, form), errors) : []
      if (sound.length === 0) return { errors }
      await answerMissing(app, caller, { patch: patchOf(sound) })
      return { again: say('We saved your other answers. These are not saved yet:'), errors }
    }
    const isAuthorized = !isForLater && isAgreed(form, CONSENT_FIELD)
    await answerMissing(app, caller, {
      patch: patchOf(givenIn(portal, form)),
      ...(isAuthorized && { credit_check_authorized: { version: agreedVersion(form, CONSENT_FIELD) } }),
    })
    return { next: isForLater ? pathWithNotice('/portal/answers', 'saved') : '/portal' }
  },
})
