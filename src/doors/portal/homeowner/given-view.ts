import { html } from 'hono/html'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { type FieldEstimate, SERVICE_SOURCE } from '../../../platform/values/sourced.ts'
import type { Application } from '../../../products/homeowners/application/application.ts'
import { sourceWords } from '../../../products/line/fields/value-words.ts'
import { CONFIDENCE_LABELS } from '../form/confidence-labels.ts'
import { noneOf, shownField, typedOver } from '../form/corrections.ts'
import { answerText, labelOf, questionField } from '../form/question-field.ts'
import { covers } from '../frame/offer-card.ts'
import { errorAt } from '../frame/step-body.ts'
import { say, sayHtml, sayKnown } from '../words/say.ts'
import { answerGroups, correctableAnswers, type GivenAnswer, openEstimates } from './given-answers.ts'
import { contactAgency, type StepContext } from './step-context.ts'

const isTouched = (context: StepContext, item: GivenAnswer): boolean => {
  const { name } = item
  if (context.typed.has(noneOf(name))) return true
  return (
    errorAt(context, name) !== undefined ||
    typedOver({ name, text: answerText(item) }, context.typed) !== null
  )
}

/** The person's date counts for each home without its own, so with several homes only the agency removes it. */
const canHaveNone = ({ view, application }: StepContext, name: string): boolean =>
  name.endsWith('.policy_expire') &&
  view.step !== 'answers' &&
  (application.homes.length === 1 || application.applicant.policy_expire === undefined)

const noPolicy = ({ typed }: StepContext, name: string): Html =>
  html`<label class="choice agree"><input type="checkbox" name="${noneOf(name)}" value="yes"${typed.has(noneOf(name)) ? html` checked` : ''}><span>${say('I don’t have home insurance now. This counts as 0 years of home insurance without a gap.')}</span></label>`

export const correction = (context: StepContext, item: GivenAnswer, reason: string | null = null): Html => {
  const { name } = item
  if (item.definition.kind === 'list')
    return html`<p class="small soft">${say('If this isn’t right, {contact} before you confirm it.', { contact: contactAgency(context) })}</p>`
  const text = answerText(item)
  const typed = typedOver({ name, text }, context.typed) ?? text
  return html`<details class="correct"${isTouched(context, item) ? html` open` : ''}><summary>${say('Correct this')}<span class="hidden">: ${labelOf(item)}</span></summary>
${reason === null ? '' : html`<p class="small soft">${sayKnown(reason)}</p>`}
${shownField(name, text)}${fieldView(questionField(item, { text: typed, error: errorAt(context, name) }))}
${canHaveNone(context, name) ? noPolicy(context, name) : ''}
</details>`
}

const estimateMark = ({ source, confidence, reason }: FieldEstimate): Html => {
  const { tone, words } =
    source === SERVICE_SOURCE ? { tone: 'warning', words: 'We assumed this' } : CONFIDENCE_LABELS[confidence]
  return html`<p class="small soft"><span class="badge ${tone}">${sayKnown(words)}</span> ${source === SERVICE_SOURCE ? '' : sayKnown(sourceWords(source))}${reason === undefined ? '' : html` ${sayKnown(reason)}`}</p>`
}

const correctableIn = (application: Application): ReadonlySet<string> =>
  new Set(correctableAnswers(application).map(({ name }) => name))

export const givenAnswersView = (context: StepContext): Html => {
  const { application } = context
  const [estimates, correctable] = [openEstimates(application), correctableIn(application)]
  const groups = answerGroups(application)
  const isOpen = groups.some(({ items }) => items.some(item => isTouched(context, item)))
  return html`<details class="known"${isOpen ? html` open` : ''}><summary>${say('Everything in your application so far')}</summary>
${groups.map(
  ({ heading, items }) => html`<div class="card"><h3>${heading}</h3>
<ul class="estimates">${items.map(item => {
    const estimate = estimates.get(item.name)
    return html`<li class="estimate">
<div class="said"><h4>${labelOf(item)}</h4><p class="answer">${item.words}</p></div>
${estimate ? estimateMark(estimate) : ''}
${correctable.has(item.name) ? correction(context, item) : ''}
</li>`
  })}</ul></div>`,
)}
</details>`
}

const partId = (at: number): string => `application-${at + 1}`

/** Many homes fill many screens. Everything stays open, because the signature covers all of it. */
export const applicationContents = ({ application }: StepContext): Html =>
  html`<li><a href="#application">${say('Your application')}</a>
<ul>${answerGroups(application).map(({ heading }, at) => html`<li><a href="#${partId(at)}">${heading}</a></li>`)}</ul></li>`

export const signedApplicationView = ({
  application,
  agency,
}: StepContext): Html => html`<details class="known" id="application" open><summary>${say('Your application')}</summary>
<p>${sayHtml('This is what you’re signing. If something is wrong, don’t sign. <a>Correct it</a>, or contact {agency}.', { a: text => html`<a href="/portal/review">${text}</a>`, agency: agency.name })}</p>
${answerGroups(application).map(
  ({ heading, items }, at) => html`<div class="card"><h3 id="${partId(at)}">${heading}</h3>
${covers(items.map(item => ({ label: labelOf(item), amount: item.words })))}</div>`,
)}
</details>`
