import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { FieldProblem } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import { usd } from '../../../platform/values/money.ts'
import { answerWords } from '../../line/portal/answer-words.ts'
import { pathWithNotice } from '../../line/portal/flow.ts'
import { valueFromText } from '../../line/portal/form-text.ts'
import { materialAnswer, materialView } from '../../line/portal/material-question.ts'
import { answerRequired, questionErrors } from '../../line/portal/question-errors.ts'
import { answerItem, correctionsIn, estimateMark, noneOf } from '../../line/portal/question-field.ts'
import { errorAt, errorOf, numberWords, type Screen, stepBody } from '../../line/portal/screen.ts'
import { agreement, isAgreed } from '../../line/portal/signing.ts'
import { asRead } from '../../line/record/consent.ts'
import { estimatesReview } from '../application/consent-words.ts'
import { confirmEstimates, correctionProblems } from '../buying/confirm.ts'
import type { Review, ReviewItem } from '../buying/review.ts'
import { claimQuestions, claimsTyped, claimsView } from './claims-view.ts'
import {
  answerGroups,
  correctableQuestions,
  correction,
  estimatesShown,
  type GivenAnswer,
  materialQuestions,
  settledAnswers,
} from './given-answers.ts'
import { say } from './say.ts'
import { homesField, type Portal, type PortalForm, type StepContext } from './step-context.ts'

/** The box under what is confirmed together. */
const ESTIMATES = 'estimates'

const quotedDeductible = ({ view }: StepContext, { name }: Pick<GivenAnswer, 'name'>): Html => {
  const [, index] = /^home\[(\d+)\]\.deductible_preference$/.exec(name) ?? []
  const offers = index === undefined ? [] : (view.homes[Number(index)]?.offers ?? [])
  const chosen = offers.find(({ selected }) => selected)
  return chosen
    ? html`<p class="small soft">${say('The policy you chose from {carrier} has a deductible of {amount}.', { carrier: chosen.carrier, amount: usd(chosen.deductible) })}</p>`
    : html``
}

const row = (context: StepContext, item: ReviewItem): Html => {
  const { field, definition, value, assumed, reason } = item
  return answerItem(item, {
    lines: [answerWords(field, definition, value)],
    below: html`${assumed ? '' : estimateMark(item)}
${quotedDeductible(context, item)}
${correction(context, item, assumed ? reason : null)}`,
  })
}

const settledRow = (context: StepContext, item: GivenAnswer): Html =>
  answerItem(item, {
    lines: [item.words],
    heading: 'h4',
    below: html`${quotedDeductible(context, item)}
${correction(context, item)}`,
  })

const settled = (context: StepContext): Html => {
  const names = new Set(settledAnswers(context.application).map(({ name }) => name))
  const isWrong = [...names].some(name => errorAt(context, name))
  const groups = answerGroups(context.application)
    .map(({ heading, items }) => ({ heading, items: items.filter(({ name }) => names.has(name)) }))
    .filter(({ items }) => items.length > 0)
  return html`<details class="known"${isWrong ? html` open` : ''}><summary>${say('Correct another answer')}</summary>
${groups.map(
  ({ heading, items }, at) => html`<div class="card" role="group" aria-labelledby="settled-${at}">
<h3 id="settled-${at}">${heading}</h3>
<ul class="estimates">
${items.map(item => settledRow(context, item))}
</ul>
</div>`,
)}
</details>`
}

type ReviewedHome = Review['homes'][number]

const estimates = (context: StepContext, items: readonly ReviewItem[]): Html =>
  items.length === 0
    ? html``
    : html`<ul class="estimates card bound">
${items.map(item => row(context, item))}
</ul>`

const assumptions = (context: StepContext, items: readonly ReviewItem[]): Html =>
  items.length === 0
    ? html``
    : html`<div class="card bound sheet">
<h2>${say('Please check what we assumed')}</h2>
<p class="soft">${say('No one gave us these answers, so we assumed them. Correct each one that isn’t true for this home.')}</p>
<ul class="estimates">
${items.map(item => row(context, item))}
</ul>
</div>`

const questions = (context: StepContext, items: readonly ReviewItem[]): Html =>
  items.length === 0
    ? html``
    : html`<div class="card bound sheet">
<h2>${say('Questions only you can answer')}</h2>
<p class="soft">${say('Insurance companies rely on these answers. Some were given or assumed for you, so please answer each one yourself. If an answer changes your price, we’ll get new prices for you.')}</p>
${items.map(item => materialView(context, item))}
</div>`

const home = (
  context: StepContext,
  { property_id, address, items }: ReviewedHome,
  isOne: boolean,
): Html => html`<section role="group" aria-labelledby="home-${property_id}">
<h2 id="home-${property_id}" class="${isOne ? 'hidden' : ''}">${address}</h2>
${questions(
  context,
  items.filter(({ definition }) => definition.material),
)}
${estimates(
  context,
  items.filter(({ assumed, definition }) => !assumed && !definition.material),
)}
${assumptions(
  context,
  items.filter(({ assumed, definition }) => assumed && !definition.material),
)}
</section>`

/** One form, so that any number of corrections asks the carriers once, and every button sends what was typed. */
const reviewForm = (
  context: StepContext,
  { before, after }: { before: Html | readonly Html[]; after?: Html },
): Html =>
  html`<form method="post" action="/portal/review/correct" id="${KEPT_FORM}" aria-label="${say('Corrections')}" novalidate>
${context.token}<input type="hidden" name="token" value="${context.view.review.token}">${homesField(context.application)}
${before}
${settled(context)}
<p class="row"><button class="secondary">${say('Save my corrections')}</button></p>
<p class="soft small">${say('Save them all at once. If one of them changes the price, we’ll get new prices for you.')}</p>
${claimsView(context)}
${after ?? ''}
</form>`

const nothingLeft = (context: StepContext): Screen => ({
  title: say('Review'),
  body: stepBody(
    context,
    { heading: say('Everything is confirmed'), lede: say('There are no estimates left to check.') },
    reviewForm(context, {
      before: html`<p><button formaction="/portal/review/confirm">${say('Continue')}</button></p>`,
    }),
  ),
})

const confirmation = (context: StepContext): Html =>
  estimatesShown(context.view).length === 0
    ? html``
    : agreement(context, asRead(estimatesReview, context.language), {
        name: ESTIMATES,
        heading: say('Estimated answers'),
        label: say('I have read the estimated answers, and they are correct.'),
      })

export const reviewStep = (context: StepContext): Screen => {
  const { review } = context.view
  const count = review.homes.reduce((sum, { items }) => sum + items.length, 0)
  if (count === 0) return nothingLeft(context)
  return {
    title: say('Review'),
    body: stepBody(
      context,
      {
        heading: say('{count, plural, one {{number} answer} other {{number} answers}} to check', {
          count,
          number: numberWords(count),
        }),
        lede: say(
          'Nobody has confirmed these answers yet. Your policy depends on them, so they must be right. Answer the questions, correct what’s wrong, then confirm.',
        ),
      },
      reviewForm(context, {
        before: review.homes.map(one => home(context, one, review.homes.length === 1)),
        after: html`${confirmation(context)}
<p class="row"><button formaction="/portal/review/confirm">${say('Confirm my answers')}</button></p>`,
      }),
    ),
  }
}

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

const correcting = ({ path, saved, untouched }: ReviewForm): PortalForm => ({
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
  correcting({ path: '/review/confirm', saved: 'check_again', untouched: null }),
  correcting({ path: '/review/correct', saved: 'corrected', untouched: nothingChanged }),
  correcting({ path: '/review/claims', saved: 'corrected', untouched: nothingTyped }),
]
