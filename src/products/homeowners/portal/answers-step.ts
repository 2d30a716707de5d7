import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import type { Json } from '../../line/fields/merge.ts'
import { pathWithNotice } from '../../line/portal/flow.ts'
import { valueFromText } from '../../line/portal/form-text.ts'
import { answerRequired, questionErrors } from '../../line/portal/question-errors.ts'
import { askedField, correctionsIn, type FormQuestion } from '../../line/portal/question-field.ts'
import { errorOf, numberWords, type Screen, stepBody } from '../../line/portal/screen.ts'
import { agreedVersion, agreement, isAgreed, noticesView } from '../../line/portal/signing.ts'
import { answerMissing, answerProblems } from '../answering/answer-missing.ts'
import { correctableAnswers, givenAnswersView } from './given-answers.ts'
import { say } from './say.ts'
import { homesField, type Portal, type PortalForm, type StepContext } from './step-context.ts'
import type { PortalView } from './view.ts'

const CONSENT_FIELD = 'credit_check_authorized'

type Group = { heading: string; about?: string; questions: readonly PortalView['questions'][number][] }

const group = (context: StepContext, { heading, about, questions }: Group): Html =>
  questions.length === 0
    ? html``
    : html`<section class="card bound sheet">
<h2>${heading}</h2>
${about ? html`<p class="soft">${about}</p>` : ''}
${questions.map(asked => askedField(context, asked))}
</section>`

/** Who sees it: `known_summary` shows it to the operator or the shopper's assistant. */
const readers = ({ agency }: StepContext): Html =>
  html`<p class="soft">${say(
    '{agency}, the insurance companies it asks for quotes, and the business or assistant that started this application for you can see what you enter here. If you withdraw your application, that business or assistant no longer sees it.',
    { agency: agency.name },
  )}</p>`

const homeGroups = (context: StepContext): Html[] => {
  const { questions, homes } = context.view
  const indexes = [...new Set(questions.flatMap(({ path: [, at] }) => (typeof at === 'number' ? [at] : [])))]
  return indexes.map(index =>
    group(context, {
      heading: say('About your home'),
      about: homes[index]?.address ?? '',
      questions: questions.filter(({ path }) => path[1] === index),
    }),
  )
}

const intro = () =>
  html`<p>${say('Where state law allows it, insurance companies use a credit-based insurance score to price your policy. They need your permission. This is a soft credit check: it doesn’t affect your credit score, and lenders can’t see it.')}</p>`

const authorization = (context: StepContext): Html =>
  context.view.creditAuthorization.given
    ? givenAnswersView(context)
    : html`${noticesView(context.view.compensation)}
${agreement(context, context.view.creditAuthorization, {
  name: CONSENT_FIELD,
  heading: say('Your authorization'),
  intro: html`${intro()}${givenAnswersView(context)}`,
  label: say('I have read and authorize this.'),
})}`

const heading = ({ questions }: PortalView): string =>
  questions.length === 0
    ? say('One step left: your authorization')
    : say('{count, plural, one {{number} answer is missing} other {{number} answers are missing}}', {
        count: questions.length,
        number: numberWords(questions.length),
      })

export const answersStep = (context: StepContext): Screen => {
  const { view } = context
  return {
    title: say('Answers'),
    body: stepBody(
      context,
      {
        heading: heading(view),
        lede: say('Insurance companies need this to price your policy. {agency} then gets quotes for you.', {
          agency: context.agency.name,
        }),
      },
      html`<form method="post" action="/portal/answers" id="${KEPT_FORM}" novalidate>
${context.token}${homesField(context.application)}
${view.questions.length > 0 ? readers(context) : ''}
${group(context, {
  heading: say('About you'),
  questions: view.questions.filter(({ path }) => path.length === 1),
})}
${homeGroups(context)}
${authorization(context)}
<p class="row"><button>${say('Get my quotes')}</button>${view.questions.length > 0 ? html` <button class="quiet" name="later" value="yes">${say('Save and finish later')}</button>` : ''}</p>
</form>`,
    ),
  }
}

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

export const answersForm: PortalForm = {
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
}
