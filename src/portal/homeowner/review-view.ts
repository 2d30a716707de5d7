import { html } from 'hono/html'
import type { Review, ReviewItem } from '../../homeowners/buying/review.ts'
import { fieldView } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'
import { textFromValue } from '../form/form-text.ts'
import { type Known, settledAnswers } from '../form/known.ts'
import { labelOf, questionField } from '../form/question-field.ts'
import { SURE } from '../form/sure.ts'
import { inWords, type Step } from '../frame/step.ts'
import { errorAt, leaf, type Sheet } from './sheet.ts'

const correction = (sheet: Sheet, item: Known): Html => {
  const { name, definition, value } = item
  const error = errorAt(sheet, name)
  const text = sheet.typed.get(name) ?? textFromValue(definition, value)
  return html`<details class="correct"${error ? html` open` : ''}><summary>Correct this<span class="hidden">: ${labelOf(item)}</span></summary>
<form method="post" action="/portal/review/correct" novalidate>
${sheet.token}<input type="hidden" name="token" value="${sheet.view.review.token}"><input type="hidden" name="field" value="${name}">
${fieldView(questionField(item, { text, error }))}
<p class="row"><button class="secondary">${definition.rated ? 'Save, and ask for new prices' : 'Save'}</button></p>
</form>
</details>`
}

const row = (sheet: Sheet, item: ReviewItem): Html => {
  const { words, source, reason, confidence } = item
  const sure = SURE[confidence]
  return html`<li class="estimate">
<div class="said"><h3>${labelOf(item)}</h3><p class="answer">${words}</p></div>
<p class="small soft"><span class="badge ${sure.tone}">${sure.words}</span> ${source}${reason === null ? '' : html`. ${reason}`}</p>
${correction(sheet, item)}
</li>`
}

const settledRow = (sheet: Sheet, item: Known): Html => html`<li class="estimate">
<div class="said"><h3>${labelOf(item)}</h3><p class="answer">${item.words}</p></div>
${correction(sheet, item)}
</li>`

/** Not asked for, but there for whoever finds a mistake before signing. */
const settled = (sheet: Sheet): Html => {
  const items = settledAnswers(sheet.application)
  const isWrong = items.some(({ name }) => errorAt(sheet, name))
  return html`<details class="known"${isWrong ? html` open` : ''}><summary>Is anything else wrong?</summary>
<ul class="estimates card">
${items.map(item => settledRow(sheet, item))}
</ul>
</details>`
}

const home = (sheet: Sheet, { address, items }: Review['homes'][number], isOne: boolean): Html =>
  items.length === 0
    ? html``
    : html`<section>
<h2 class="${isOne ? 'hidden' : ''}">${address}</h2>
<ul class="estimates card bound">
${items.map(item => row(sheet, item))}
</ul>
</section>`

const nothingLeft = (sheet: Sheet): Step => ({
  title: 'Review',
  body: leaf(
    sheet,
    { heading: 'Everything is confirmed', lede: 'There is no estimate left to check.' },
    html`<p><a class="button" href="/portal">Continue</a></p>
${settled(sheet)}`,
  ),
})

/** Every estimate that is left, each with where it came from: to confirm all, or to correct one. */
export const reviewStep = (sheet: Sheet): Step => {
  const { review } = sheet.view
  const count = review.homes.reduce((sum, { items }) => sum + items.length, 0)
  if (count === 0) return nothingLeft(sheet)
  return {
    title: 'Review',
    body: leaf(
      sheet,
      {
        heading: `${inWords(count, 'answer', 'answers')} to check`,
        lede: 'You did not give these answers yourself: they were estimated. The policy rests on them, so they must be right. Correct what is wrong, then confirm the rest.',
      },
      html`${review.homes.map(one => home(sheet, one, review.homes.length === 1))}
<form method="post" action="/portal/review/confirm" class="row">
${sheet.token}<input type="hidden" name="token" value="${review.token}">
<button>${count === 1 ? 'This is right' : 'All of this is right'}</button>
</form>
${settled(sheet)}`,
    ),
  }
}
