import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'
import { creditCheck, offerChoice } from '../../umbrella/application/consent-words.ts'
import { bindSections } from '../../umbrella/application/sections.ts'
import { sectionTitle } from '../form/household-words.ts'
import type { Screen } from '../frame/screen.ts'
import { chosenCard } from './chosen-card.ts'
import { type HouseholdQuestion, questionsIn } from './household-questions.ts'
import { offersForm } from './offers-view.ts'
import { type ReviewContext, reviewBody } from './review-context.ts'
import { askedView } from './review-view.ts'

const sectionsAsked = ({ view: { household } }: ReviewContext) =>
  bindSections
    .map(section => ({ section, questions: questionsIn(section, household) }))
    .filter(({ questions }) => questions.some(({ rows }) => rows === null || rows.length > 0))

export const bindQuestions = (context: ReviewContext): HouseholdQuestion[] =>
  sectionsAsked(context).flatMap(({ questions }) => questions)

const others = (context: ReviewContext): Html =>
  (context.session.offers ?? []).length > 1
    ? html`<details class="known"><summary>Choose another quote</summary>
${offersForm(context)}
</details>`
    : html``

export const consentStep = (context: ReviewContext, more: Html): Screen => ({
  title: 'Consent',
  body: html`${reviewBody(
    context,
    {
      heading: 'A few answers and your consent',
      lede: 'The insurance company you chose needs these before you can buy. You haven’t bought anything yet.',
    },
    html`${chosenCard(context)}
<form method="post" action="${context.path}/consent" novalidate>
${context.token}<input type="hidden" name="selection_token" value="${context.session.selected_offer?.selection_token ?? ''}">
${sectionsAsked(context).map(
  ({ section, questions }, at) => html`<section class="card bound sheet" aria-labelledby="bind-${at}">
<h2 id="bind-${at}">${sectionTitle(section)}</h2>
${questions.map(question => askedView(context, question))}
</section>`,
)}
<section class="card bound sheet" aria-labelledby="credit">
<h2 id="credit">Soft credit check</h2>
<blockquote class="words" id="credit-words"><p>${creditCheck.words}</p></blockquote>
<input type="hidden" name="version" value="${creditCheck.version}">
<p class="row"><button name="answer" value="Yes" aria-describedby="credit-words">Yes, I authorize it</button> <button class="secondary" name="answer" value="No" aria-describedby="credit-words">No</button></p>
<p class="soft small">With Yes, you also say: “${offerChoice.words}”</p>
</section>
</form>`,
  )}
${others(context)}
${more}`,
})
