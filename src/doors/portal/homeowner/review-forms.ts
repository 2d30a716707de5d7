import type { App } from '../../../platform/app.ts'
import type { FieldProblem } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { confirmEstimates, correctionProblems } from '../../../products/homeowners/buying/confirm.ts'
import { pathWithNotice } from '../flow/flow.ts'
import { isAgreed } from '../form/agreement.ts'
import { correctionsIn, noneOf } from '../form/corrections.ts'
import { valueFromText } from '../form/form-text.ts'
import { materialAnswer } from '../form/material-question.ts'
import { answerRequired, questionErrors } from '../form/question-errors.ts'
import { errorOf } from '../frame/step-body.ts'
import { say } from '../words/say.ts'
import { claimQuestions, claimsTyped } from './claims-view.ts'
import { homeownerFlow } from './flow.ts'
import { correctableQuestions, estimatesShown, materialQuestions } from './given-answers.ts'
import { ESTIMATES } from './review-view.ts'
import type { Portal } from './step-context.ts'

const reviewToken = (form: URLSearchParams): string => form.get('token') ?? ''

const claimsIn = ({ view: { review } }: Portal, form: URLSearchParams): [string, unknown][] =>
  review.claims.flatMap(ask => {
    const typed = claimsTyped(ask, form)
    return typed.length === 0 ? [] : [[ask.name, [...ask.losses, ...typed]]]
  })

type Typed = {
  changes: Record<string, unknown>
  answers: Record<string, unknown>
  errors: FieldError[]
  open: FieldError[]
}

const errorsOf = (problems: readonly FieldProblem[], { view, application }: Portal): FieldError[] =>
  questionErrors(
    [...correctableQuestions(view, application), ...materialQuestions(view), ...claimQuestions(view)],
    problems,
  )

const uninsured = (name: string): [string, unknown][] =>
  name.endsWith('.policy_expire')
    ? [
        [name, null],
        [name.replace('policy_expire', 'continuously_insured'), 0],
      ]
    : []

const typedIn = (app: App, portal: Portal, form: URLSearchParams): Typed => {
  const questions = correctableQuestions(portal.view, portal.application)
  const none = questions.filter(({ name }) => form.has(noneOf(name)))
  const changed = correctionsIn(questions, form).filter(({ item }) => !none.includes(item))
  const emptied = changed.filter(({ text }) => text === '')
  const given = changed.filter(({ text }) => text !== '')
  const changes = Object.fromEntries([
    ...given.map(({ item, text }) => [item.name, valueFromText(item.definition, text)] as const),
    ...claimsIn(portal, form),
    ...none.flatMap(({ name }) => uninsured(name)),
  ])
  const asked = materialQuestions(portal.view).map(item => ({ item, answer: materialAnswer(form, item) }))
  const answers = Object.fromEntries(
    asked.flatMap(({ item, answer }) => ('value' in answer ? [[item.name, answer.value]] : [])),
  )
  const unread = asked.flatMap(({ answer }) => ('error' in answer ? [answer] : []))
  return {
    changes,
    answers,
    errors: [
      ...emptied.map(({ item }) => answerRequired(item)),
      ...unread.filter(({ isOpen }) => !isOpen).map(({ error }) => error),
      ...errorsOf(correctionProblems(app, portal.application, { ...answers, ...changes }), portal),
    ],
    open: unread.filter(({ isOpen }) => isOpen).map(({ error }) => error),
  }
}

const nothingChanged = () => ({
  name: null,
  message: say('You didn’t change any answers. Open “Correct this” next to the answer that’s wrong.'),
})

const notConfirmed = (): FieldError =>
  errorOf(
    ESTIMATES,
    say('Estimated answers'),
    say('Check the box when you’ve read them and they’re correct.'),
  )

const nothingTyped = () => ({ name: null, message: say('Describe at least one claim, or skip this.') })

type ReviewForm = {
  path: string
  saved: 'corrected' | 'check_again'
  untouched: (() => FieldError) | null
}

const reviewForm = ({ path, saved, untouched }: ReviewForm) =>
  homeownerFlow.form({
    path,
    here: '/portal/review',
    async send(app, caller, portal) {
      const { typed: form } = portal
      const { changes, answers, errors, open } = typedIn(app, portal, form)
      const review_token = reviewToken(form)
      if (errors.length > 0) return { errors }
      const isChanged = Object.keys(changes).length > 0
      if (isChanged || untouched) {
        const corrected = { ...answers, ...changes }
        if (untouched && Object.keys(corrected).length === 0) return { errors: [untouched()] }
        await confirmEstimates(app, caller, { review_token, confirmed: [], corrected })
        return { next: pathWithNotice('/portal', saved) }
      }
      const confirmed = estimatesShown(portal.view).map(({ name }) => name)
      const unread = confirmed.length === 0 || isAgreed(form, ESTIMATES) ? [] : [notConfirmed()]
      if (open.length + unread.length > 0) return { errors: [...open, ...unread] }
      await confirmEstimates(app, caller, { review_token, confirmed, corrected: answers })
      const isAny = confirmed.length + Object.keys(answers).length > 0
      return { next: isAny ? pathWithNotice('/portal', 'confirmed') : '/portal' }
    },
    errorsOf,
  })

export const reviewForms = [
  reviewForm({ path: '/review/confirm', saved: 'check_again', untouched: null }),
  reviewForm({ path: '/review/correct', saved: 'corrected', untouched: nothingChanged }),
  reviewForm({ path: '/review/claims', saved: 'corrected', untouched: nothingTyped }),
]
