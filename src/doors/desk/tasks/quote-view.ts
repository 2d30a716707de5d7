import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/frame.ts'
import { declineEntries } from './decline-form.ts'
import type { DeskEntry } from './entries.ts'
import { entrySectionView, entryView } from './entry-view.ts'
import { isRefused, taskForm, typedIn } from './form-view.ts'
import { OFFER_PREFIXES, type OfferForm, sectionsOf } from './offer-form.ts'
import { offerFormOf } from './offer-forms.ts'
import type { TaskView } from './task-facts.ts'

const oneOffer = (view: TaskView, line: OfferForm, prefix: string): Html =>
  html`${sectionsOf(line, view.application).map(section => entrySectionView(section, typedIn(view, 'offers'), prefix))}`

const hasTyped = (view: TaskView, prefix: string): boolean =>
  isRefused(view, 'offers') &&
  [...view.typed.form].some(([name, text]) => name.startsWith(prefix) && text !== '')

const offerFields = (view: TaskView): Html => {
  const line = offerFormOf(view.task)
  return html`${OFFER_PREFIXES.map((prefix, at) =>
    at === 0
      ? oneOffer(view, line, prefix)
      : html`<details${hasTyped(view, prefix) ? html` open` : ''}><summary>Offer ${at + 1}, if there is one</summary>
${oneOffer(view, line, prefix)}</details>`,
  )}
<button>Save and show to the applicant</button>`
}

export const questionEntry: DeskEntry = {
  name: 'question',
  label: 'What does the carrier ask for?',
  hint: 'The applicant reads and answers it.',
  kind: 'text',
  most: 300,
}

export const answerEntry: DeskEntry = {
  name: 'answer',
  label: 'The applicant’s answer',
  hint: 'If they told you by phone or email.',
  kind: 'text',
  most: 1000,
}

export const carrierQuestionForm = (view: TaskView): Html =>
  html`${taskForm(view, {
    name: 'ask',
    title: 'The carrier asks for something',
    body: html`${entryView(questionEntry, typedIn(view, 'ask'))}<button class="secondary">Ask the applicant</button>`,
  })}
${
  view.task.question !== null && view.task.answer === null
    ? taskForm(view, {
        name: 'answer',
        title: 'Enter the applicant’s answer',
        body: html`${entryView(answerEntry, typedIn(view, 'answer'))}<button class="secondary">Save the answer</button>`,
      })
    : ''
}`

const declineFields = (view: TaskView): Html =>
  html`<div class="fields">${declineEntries(view.application.creditAllowed).map(entry => entryView(entry, typedIn(view, 'decline')))}</div>
<button class="secondary">Save the decline</button>`

export const quoteForms = (view: TaskView): Html => html`<section aria-labelledby="answer-title">
<h2 id="answer-title">The carrier’s answer</h2>
${taskForm(view, { name: 'offers', title: 'The carrier offers', body: offerFields(view) })}
${taskForm(view, { name: 'decline', title: 'The carrier declines', body: declineFields(view) })}
${carrierQuestionForm(view)}
</section>`
