import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import { usd } from '../../../platform/values/money.ts'
import { estimatesReview } from '../../../products/homeowners/application/consent-words.ts'
import type { Review, ReviewItem } from '../../../products/homeowners/buying/review.ts'
import { asRead } from '../../../products/line/record/consent.ts'
import { agreement } from '../form/agreement.ts'
import { answerWords } from '../form/answer-words.ts'
import { CONFIDENCE_LABELS } from '../form/confidence-labels.ts'
import { materialView } from '../form/material-question.ts'
import { labelOf } from '../form/question-field.ts'
import { numberWords, type Screen } from '../frame/screen.ts'
import { errorAt, stepBody } from '../frame/step-body.ts'
import { say, sayKnown } from '../words/say.ts'
import { claimsView } from './claims-view.ts'
import { answerGroups, estimatesShown, type GivenAnswer, settledAnswers } from './given-answers.ts'
import { correction } from './given-view.ts'
import { homesField } from './homes-field.ts'
import type { StepContext } from './step-context.ts'

/** The box under what is confirmed together. */
export const ESTIMATES = 'estimates'

const quotedDeductible = ({ view }: StepContext, { name }: Pick<GivenAnswer, 'name'>): Html => {
  const [, index] = /^home\[(\d+)\]\.deductible_preference$/.exec(name) ?? []
  const offers = index === undefined ? [] : (view.homes[Number(index)]?.offers ?? [])
  const chosen = offers.find(({ selected }) => selected)
  return chosen
    ? html`<p class="small soft">${say('The policy you chose from {carrier} has a deductible of {amount}.', { carrier: chosen.carrier, amount: usd(chosen.deductible) })}</p>`
    : html``
}

const row = (context: StepContext, item: ReviewItem): Html => {
  const { field, definition, value, source, reason, confidence } = item
  const sure = CONFIDENCE_LABELS[confidence]
  return html`<li class="estimate">
<div class="said"><h3>${labelOf(item)}</h3><p class="answer">${answerWords(field, definition, value)}</p></div>
<p class="small soft"><span class="badge ${sure.tone}">${sayKnown(sure.words)}</span> ${sayKnown(source)}${reason === null ? '' : html`. ${sayKnown(reason)}`}</p>
${quotedDeductible(context, item)}
${correction(context, item)}
</li>`
}

const assumedRow = (context: StepContext, item: ReviewItem): Html => {
  const { field, definition, value, reason } = item
  return html`<li class="estimate">
<div class="said"><h3>${labelOf(item)}</h3><p class="answer">${answerWords(field, definition, value)}</p></div>
${quotedDeductible(context, item)}
${correction(context, item, reason)}
</li>`
}

const settledRow = (context: StepContext, item: GivenAnswer): Html => html`<li class="estimate">
<div class="said"><h4>${labelOf(item)}</h4><p class="answer">${item.words}</p></div>
${quotedDeductible(context, item)}
${correction(context, item)}
</li>`

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
${items.map(item => assumedRow(context, item))}
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
