import type { App } from '../../../platform/app.ts'
import type { FieldProblem } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { confirmEstimates, correctionProblems } from '../../../products/homeowners/buying/confirm.ts'
import { pathWithNotice } from '../flow/flow.ts'
import { correctionsIn, noneOf } from '../form/corrections.ts'
import { valueFromText } from '../form/form-text.ts'
import { answerRequired, questionErrors } from '../form/question-errors.ts'
import { say } from '../words/say.ts'
import { claimQuestions, claimsTyped } from './claims-view.ts'
import { homeownerFlow } from './flow.ts'
import { correctableQuestions } from './given-answers.ts'
import type { Portal } from './step-context.ts'

const reviewToken = (form: URLSearchParams): string => form.get('token') ?? ''

const claimsIn = ({ view: { review } }: Portal, form: URLSearchParams): [string, unknown][] =>
  review.claims.flatMap(ask => {
    const typed = claimsTyped(ask, form)
    return typed.length === 0 ? [] : [[ask.name, [...ask.losses, ...typed]]]
  })

type Typed = { corrected: Record<string, unknown>; errors: FieldError[] }

const errorsOf = (problems: readonly FieldProblem[], { view, application }: Portal): FieldError[] =>
  questionErrors([...correctableQuestions(view, application), ...claimQuestions(view)], problems)

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
  const corrected = Object.fromEntries([
    ...given.map(({ item, text }) => [item.name, valueFromText(item.definition, text)] as const),
    ...claimsIn(portal, form),
    ...none.flatMap(({ name }) => uninsured(name)),
  ])
  return {
    corrected,
    errors: [
      ...emptied.map(({ item }) => answerRequired(item)),
      ...errorsOf(correctionProblems(app, portal.application, corrected), portal),
    ],
  }
}

const nothingChanged = () => ({
  name: null,
  message: say('You didn’t change any answers. Open “Correct this” next to the answer that’s wrong.'),
})

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
      const { corrected, errors } = typedIn(app, portal, form)
      if (errors.length > 0) return { errors }
      const isUntouched = Object.keys(corrected).length === 0
      if (isUntouched && untouched) return { errors: [untouched()] }
      const confirmed = isUntouched
        ? portal.view.review.homes.flatMap(({ items }) => items.map(({ name }) => name))
        : []
      await confirmEstimates(app, caller, { review_token: reviewToken(form), confirmed, corrected })
      if (!isUntouched) return { next: pathWithNotice('/portal', saved) }
      return { next: confirmed.length > 0 ? pathWithNotice('/portal', 'confirmed') : '/portal' }
    },
    errorsOf,
  })

export const reviewForms = [
  reviewForm({ path: '/review/confirm', saved: 'check_again', untouched: null }),
  reviewForm({ path: '/review/correct', saved: 'corrected', untouched: nothingChanged }),
  reviewForm({ path: '/review/claims', saved: 'corrected', untouched: nothingTyped }),
]
