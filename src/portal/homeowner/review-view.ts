import { html } from 'hono/html'
import { estimatesReview } from '../../homeowners/application/consent-words.ts'
import type { Review, ReviewItem } from '../../homeowners/buying/review.ts'
import { usd } from '../../line/fields/money.ts'
import { asRead } from '../../line/record/consent.ts'
import { fieldView } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'
import { CONFIDENCE_LABELS } from '../form/confidence-labels.ts'
import { textFromValue } from '../form/form-text.ts'
import { answerWords, type GivenAnswer, settledAnswers } from '../form/given-answers.ts'
import { labelOf, questionField } from '../form/question-field.ts'
import { numberWords, type Screen } from '../frame/screen.ts'
import { say, sayKnown } from '../words/say.ts'
import { claimsView } from './claims-view.ts'
import { errorAt, type StepContext, stepBody } from './step-context.ts'

const correction = (context: StepContext, item: GivenAnswer, reason: string | null = null): Html => {
  const { name, definition, value } = item
  const error = errorAt(context, name)
  const text = context.typed.get(name) ?? textFromValue(definition, value)
  const isChanged = text !== textFromValue(definition, value)
  return html`<details class="correct"${error || isChanged ? html` open` : ''}><summary>${say('Correct this')}<span class="hidden">: ${labelOf(item)}</span></summary>
${reason === null ? '' : html`<p class="small soft">${sayKnown(reason)}</p>`}
${fieldView(questionField(item, { text, error }))}
</details>`
}

/** What is quoted can differ from what was asked for. */
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
<div class="said"><h3>${labelOf(item)}</h3><p class="answer">${item.words}</p></div>
${quotedDeductible(context, item)}
${correction(context, item)}
</li>`

const settled = (context: StepContext): Html => {
  const items = settledAnswers(context.application)
  const isWrong = items.some(({ name }) => errorAt(context, name))
  return html`<details class="known"${isWrong ? html` open` : ''}><summary>${say('Correct another answer')}</summary>
<ul class="estimates card">
${items.map(item => settledRow(context, item))}
</ul>
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

const home = (context: StepContext, { address, items }: ReviewedHome, isOne: boolean): Html => html`<section>
<h2 class="${isOne ? 'hidden' : ''}">${address}</h2>
${estimates(
  context,
  items.filter(({ assumed }) => !assumed),
)}
${assumptions(
  context,
  items.filter(({ assumed }) => assumed),
)}
</section>`

/** One form, so that any number of corrections asks the carriers once. */
const corrections = (context: StepContext, inside: Html): Html =>
  html`<form method="post" action="/portal/review/correct" aria-label="${say('Corrections')}" novalidate>
${context.token}<input type="hidden" name="token" value="${context.view.review.token}">
${inside}
${settled(context)}
<p class="row"><button class="secondary">${say('Save my corrections')}</button></p>
<p class="soft small">${say('Save them all at once. If one of them changes the price, we’ll get new prices for you.')}</p>
</form>`

const nothingLeft = (context: StepContext): Screen => ({
  title: say('Review'),
  body: stepBody(
    context,
    { heading: say('Everything is confirmed'), lede: say('There are no estimates left to check.') },
    html`<p><a class="button" href="/portal">${say('Continue')}</a></p>
${claimsView(context)}
${corrections(context, html``)}`,
  ),
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
          'These answers are estimates. Your policy depends on them, so they must be right. Correct everything that’s wrong and save, then confirm the rest.',
        ),
      },
      html`${corrections(context, html`${review.homes.map(one => home(context, one, review.homes.length === 1))}`)}
${claimsView(context)}
<form method="post" action="/portal/review/confirm" class="card bound sheet">
${context.token}<input type="hidden" name="token" value="${review.token}">
<blockquote class="words" id="words"><p>${asRead(estimatesReview).words}</p></blockquote>
<p class="row"><button aria-describedby="words">${count === 1 ? say('This is correct') : say('All of this is correct')}</button></p>
</form>`,
    ),
  }
}
