import { html } from 'hono/html'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import { asRead } from '../../../products/line/record/consent.ts'
import { creditCheck, offerChoice } from '../../../products/umbrella/consent-words.ts'
import { bindSections } from '../../../products/umbrella/sections.ts'
import { sectionTitle } from '../form/household-words.ts'
import type { Screen } from '../frame/screen.ts'
import { errorAt, stepBody } from '../frame/step-body.ts'
import { say, sayKnown } from '../words/say.ts'
import { chosenCard } from './chosen-card.ts'
import { type HouseholdQuestion, questionsIn } from './household-questions.ts'
import { offersForm } from './offers-view.ts'
import type { ReviewContext } from './review-context.ts'
import { askedView } from './review-view.ts'

/** Never checked in advance, and the button alone says nothing: Enter in a text field presses it. */
const answers = () => [
  { value: 'Yes', label: say('Yes, I authorize it') },
  { value: 'No', label: say('No') },
]

const sectionsAsked = ({ view: { household } }: ReviewContext) =>
  bindSections
    .map(section => ({ section, questions: questionsIn(section, household) }))
    .filter(({ questions }) => questions.some(({ rows }) => rows === null || rows.length > 0))

export const bindQuestions = (context: ReviewContext): HouseholdQuestion[] =>
  sectionsAsked(context).flatMap(({ questions }) => questions)

export const otherQuotes = (context: ReviewContext): Html =>
  (context.session.offers ?? []).length > 1
    ? html`<details class="known"><summary>${say('Choose another quote')}</summary>
${offersForm(context)}
</details>`
    : html``

export const consentStep = (context: ReviewContext, more: Html): Screen => ({
  title: say('Consent'),
  body: html`${stepBody(
    context,
    {
      heading: say('A few answers and your consent'),
      lede: say(
        'The insurance company you chose needs these before you can buy. You haven’t bought anything yet.',
      ),
    },
    html`${chosenCard(context)}
<form method="post" action="${context.path}/consent" id="${KEPT_FORM}" novalidate>
${context.token}<input type="hidden" name="selection_token" value="${context.session.selected_offer?.selection_token ?? ''}">
${sectionsAsked(context).map(
  ({ section, questions }, at) => html`<section class="card bound sheet" aria-labelledby="bind-${at}">
<h2 id="bind-${at}">${sayKnown(sectionTitle(section))}</h2>
${questions.map(question => askedView(context, question))}
</section>`,
)}
<section class="card bound sheet" aria-labelledby="credit">
<h2 id="credit">${say('Soft credit check')}</h2>
<blockquote class="words" id="credit-words"><p>${asRead(creditCheck, context.language).words}</p></blockquote>
<input type="hidden" name="version" value="${asRead(creditCheck, context.language).version}">
${fieldView({
  name: 'answer',
  label: say('Your answer'),
  texts: [context.typed.get('answer') ?? ''],
  error: errorAt(context, 'answer'),
  control: { kind: 'radios', options: answers() },
})}
<p class="row"><button>${say('Continue')}</button></p>
<p class="soft small">${say('By answering Yes, you also state: “{words}”', { words: asRead(offerChoice, context.language).words })}</p>
</section>
</form>`,
  )}
${otherQuotes(context)}
${more}`,
})
