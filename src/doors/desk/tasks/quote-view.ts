import { html } from 'hono/html'
import { line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { declineForm } from './decline-form.ts'
import { isRefused, sectionView, taskForm, typedIn } from './form-view.ts'
import { OFFER_PREFIXES, type OfferForm, sectionsOf } from './offer-form.ts'
import { offerFormOf } from './offer-forms.ts'
import type { TaskView } from './task-facts.ts'

const oneOffer = (view: TaskView, offers: OfferForm, prefix: string): Html =>
  html`${sectionsOf(offers, view.application).map(section => sectionView(section, typedIn(view, 'offers'), prefix))}`

const hasTyped = (view: TaskView, prefix: string): boolean =>
  isRefused(view, 'offers') &&
  [...view.typed.form].some(([name, text]) => name.startsWith(prefix) && text !== '')

const offerFields = (view: TaskView): Html => {
  const offers = offerFormOf(view.task)
  return html`${OFFER_PREFIXES.map((prefix, at) =>
    at === 0
      ? oneOffer(view, offers, prefix)
      : html`<details${hasTyped(view, prefix) ? html` open` : ''}><summary>Offer ${at + 1}, if there is one</summary>
${oneOffer(view, offers, prefix)}</details>`,
  )}
<button>Save and show to the applicant</button>`
}

export const questionForm = form({
  question: line('What does the carrier ask for?', {
    hint: 'The applicant reads and answers it.',
    missing: 'Enter what the carrier asks for.',
  }),
})

export const answerForm = form({
  answer: line('The applicant’s answer', {
    hint: 'If they told you by phone or email.',
    missing: 'Enter the applicant’s answer.',
    most: 1000,
  }),
})

export const carrierQuestionForm = (view: TaskView): Html =>
  html`${taskForm(view, {
    name: 'ask',
    title: 'The carrier asks for something',
    body: html`${questionForm.draw({ typed: typedIn(view, 'ask') })}<button class="secondary">Ask the applicant</button>`,
  })}
${
  view.task.question !== null && view.task.answer === null
    ? taskForm(view, {
        name: 'answer',
        title: 'Enter the applicant’s answer',
        body: html`${answerForm.draw({ typed: typedIn(view, 'answer') })}<button class="secondary">Save the answer</button>`,
      })
    : ''
}`

const declineFields = (view: TaskView): Html =>
  html`<div class="fields">${declineForm(view.application.creditAllowed).draw({ typed: typedIn(view, 'decline') })}</div>
<button class="secondary">Save the decline</button>`

export const quoteForms = (view: TaskView): Html => html`<section aria-labelledby="answer-title">
<h2 id="answer-title">The carrier’s answer</h2>
${taskForm(view, { name: 'offers', title: 'The carrier offers', body: offerFields(view) })}
${taskForm(view, { name: 'decline', title: 'The carrier declines', body: declineFields(view) })}
${carrierQuestionForm(view)}
</section>`
