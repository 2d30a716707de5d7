import { html } from 'hono/html'
import { line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { hidden } from '../parts/form.ts'
import { declineForm } from './decline-form.ts'
import { isRefused, sectionView, taskForm, typedIn } from './form-view.ts'
import { OFFER_PREFIXES, type OfferForm, sectionsOf } from './offer-form.ts'
import { offerFormOf } from './offer-forms.ts'
import type { TaskView } from './task-facts.ts'

const oneOffer = (view: TaskView, offers: OfferForm, prefix: string): Html =>
  html`${sectionsOf(offers, view.application).map(section => sectionView(section, typedIn(view, 'offers'), prefix))}`

const offersAsked = ({ typed: { form: sent } }: TaskView): number => {
  const asked = Number(sent.get('more') ?? sent.get('shown') ?? 1)
  return Math.min(OFFER_PREFIXES.length, Math.max(1, Number.isInteger(asked) ? asked : 1))
}

const offerFields = (view: TaskView): Html => {
  const offers = offerFormOf(view.task)
  const shown = isRefused(view, 'offers') ? offersAsked(view) : 1
  return html`${OFFER_PREFIXES.slice(0, shown).map(
    (prefix, at) =>
      html`${shown === 1 ? '' : html`<h3 id="offer-${at + 1}">Offer ${at + 1}</h3>`}${oneOffer(view, offers, prefix)}`,
  )}
${hidden('shown', shown)}
<div class="row"><button>Save and show to the applicant</button>
${shown < OFFER_PREFIXES.length ? html`<button name="more" value="${shown + 1}" class="secondary" formaction="/desk/tasks/${view.task.task_id}/offers#offer-${shown + 1}" formnovalidate>Add another offer</button>` : ''}</div>`
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
${taskForm(view, { name: 'offers', title: 'The carrier offers', body: offerFields(view), isOpen: true })}
${taskForm(view, { name: 'decline', title: 'The carrier declines', body: declineFields(view) })}
${carrierQuestionForm(view)}
</section>`
