import { html } from 'hono/html'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import type { UmbrellaStatus } from '../../umbrella/application/lifecycle.ts'
import { progressCard } from '../frame/live-progress.ts'
import { countWords, type Screen } from '../frame/screen.ts'
import { type ReviewContext, reviewBody } from './review-context.ts'
import { confirmView, groupsView } from './review-view.ts'

const reviewStep = (context: ReviewContext): Screen => {
  const estimates = context.view.household.field_estimates.filter(entry => !entry.confirmed_by_user).length
  const marked =
    estimates === 0
      ? 'Nothing in it is estimated.'
      : `${countWords(estimates, 'answer is', 'answers are')} only estimated, and marked.`
  return {
    title: 'Review',
    body: reviewBody(
      context,
      {
        heading: 'Is this right?',
        lede: `This is the whole application for your umbrella insurance. ${marked} Correct what is wrong, then confirm at the end.`,
      },
      html`${groupsView(context, { editable: true })}
${confirmView(context)}`,
    ),
  }
}

const missingStep = (context: ReviewContext): Screen => {
  const count = context.view.missing.reduce((sum, { missing }) => sum + missing.length, 0)
  return {
    title: 'Answers',
    body: reviewBody(
      context,
      {
        heading: countWords(count, 'answer is missing', 'answers are missing'),
        lede: 'Give what is missing here, or tell your agent. Then you can confirm the application.',
      },
      groupsView(context, { editable: true }),
    ),
  }
}

const ineligibleStep = (context: ReviewContext): Screen => ({
  title: 'No carrier',
  body: reviewBody(
    context,
    {
      heading: 'No insurance company here can take this on',
      lede: 'It follows from what the application says. If an answer is wrong, correct it below.',
    },
    html`<div class="callout warning"><ul>${context.view.ineligible_reasons.map(reason => html`<li>${reason}</li>`)}</ul></div>
${groupsView(context, { editable: true })}`,
  ),
})

/** What was confirmed, to read again. */
const confirmedView = (
  context: ReviewContext,
): Html => html`<details class="known"><summary>What you confirmed</summary>
${groupsView(context, { editable: false })}
</details>`

const waitingStep = (context: ReviewContext): Screen => {
  const { asked, answered } = context.session.quoting ?? { asked: 0, answered: 0 }
  return {
    title: 'Asking for quotes',
    live: true,
    body: reviewBody(
      context,
      {
        heading: 'Thank you. Insurance companies are being asked',
        lede: 'This takes a few seconds as a rule, ten minutes at most. Your agent goes on from here: you can close this page.',
      },
      html`${progressCard(
        context.session,
        context.path,
        html`<p class="figure">${answered} of ${asked}</p>
<p id="answered">${answered === 1 ? 'answer is' : 'answers are'} in.</p>
<progress max="${Math.max(1, asked)}" value="${answered}" aria-labelledby="answered"></progress>`,
      )}
${confirmedView(context)}`,
    ),
  }
}

const offersWords = ({ session: { offers = [] } }: ReviewContext): string =>
  countWords(offers.length, 'preliminary offer is ready', 'preliminary offers are ready')

const AGENT = 'Your agent goes on from here. There is nothing to do on this page.'

type Told = {
  heading: string | ((context: ReviewContext) => string)
  lede: string
  more?: (context: ReviewContext) => Html
}

const chosen = ({ session: { selected_offer } }: ReviewContext): Html =>
  selected_offer
    ? html`<div class="card bound sheet"><dl class="facts">
<dt>Offer</dt><dd>${selected_offer.carrier}</dd>
<dt>Limit</dt><dd>${usd(selected_offer.coverage_limit)}</dd>
<dt>Price</dt><dd>${usd(selected_offer.annual_price)} a year</dd>
</dl></div>`
    : html``

const declined = ({
  session: { declines = [] },
}: ReviewContext): Html => html`<div class="card bound sheet declines"><dl>
${declines.map(({ carrier, reason }) => html`<dt>${carrier}</dt><dd>${reason}</dd>`)}
</dl></div>`

const payment = (context: ReviewContext): Html => html`${chosen(context)}
${context.session.payment_url ? html`<p><a class="button" href="${context.session.payment_url}">Go to the invoice</a></p>` : ''}`

const policy = ({ session: { policy: one } }: ReviewContext): Html =>
  one
    ? html`<article class="card policy" aria-labelledby="policy">
<header><p>${one.carrier}</p>
<h2 id="policy">${one.policy_number}</h2></header>
<dl class="facts">
<dt>Limit</dt><dd>${usd(one.coverage_limit)}</dd>
<dt>From</dt><dd>${dayWords(one.effective_date)}</dd>
<dt>Until</dt><dd>${dayWords(one.expiration_date)}</dd>
<dt>Price</dt><dd>${usd(one.annual_price)} a year</dd>
</dl>
<p class="row">${one.documents.map(({ name, url }) => html`<a class="button" href="${url}" download>Download ${name}</a>`)}</p>
</article>`
    : html``

const reason = (context: ReviewContext): Html => html`${chosen(context)}
<p class="callout warning">${context.session.response_summary}</p>`

type Later = Exclude<UmbrellaStatus, 'needs_more_info' | 'ready_for_review' | 'ineligible' | 'pending_quotes'>

/** What comes after the review happens elsewhere; here it is only told. */
const LATER: Readonly<Record<Later, Told>> = {
  quoted: {
    heading: offersWords,
    lede: 'Your agent shows them to you, side by side. Nothing is bought until you choose one and say so.',
  },
  no_quotes: {
    heading: 'No company made an offer',
    lede: 'Nothing was bought. If an answer was wrong, or has changed, tell your agent.',
    more: declined,
  },
  credit_consent_required: {
    heading: 'You have chosen an offer',
    lede: 'Your agent needs your answer about the credit check to go on. Nothing is bought yet.',
    more: chosen,
  },
  needs_more_info_to_bind: {
    heading: 'You have chosen an offer',
    lede: 'Your agent asks you for a few more answers to go on. Nothing is bought yet.',
    more: chosen,
  },
  ready_to_finalize: {
    heading: 'Everything is ready to buy',
    lede: 'Your agent shows you the offer once more. It is bought only when you say so.',
    more: chosen,
  },
  chosen: { heading: 'Your purchase is under way', lede: AGENT, more: chosen },
  documents_needed: {
    heading: 'Documents are needed',
    lede: 'The company wants to see the policies underneath the umbrella. Your agent tells you which, and sends them.',
    more: chosen,
  },
  documents_pending_review: {
    heading: 'Your documents are being looked at',
    lede: AGENT,
    more: chosen,
  },
  payment_needed: {
    heading: 'All that is left is to pay',
    lede: 'Your documents are in order. The policy is issued once the invoice is paid.',
    more: payment,
  },
  waiting_on_carrier: { heading: 'Your policy is being issued', lede: AGENT, more: chosen },
  info_requested: {
    heading: 'The company asks for something more',
    lede: 'Your agent tells you what it is, and sends your answer.',
    more: reason,
  },
  blocked: {
    heading: 'The company will not issue this policy',
    lede: 'You are not insured by it. Your agent can start anew with you.',
    more: reason,
  },
  bound: {
    heading: 'You are insured',
    lede: 'Your umbrella policy is in force from the day below. Keep its documents.',
    more: policy,
  },
}

const laterStep = (context: ReviewContext, status: Later): Screen => {
  const { heading, lede, more } = LATER[status]
  const title = typeof heading === 'string' ? heading : heading(context)
  return {
    title,
    body: reviewBody(
      context,
      { heading: title, lede },
      html`${more ? more(context) : ''}
${confirmedView(context)}`,
    ),
  }
}

/** The page as the application stands. */
export const screenFor = (context: ReviewContext): Screen => {
  switch (context.view.status) {
    case 'needs_more_info':
      return missingStep(context)
    case 'ready_for_review':
      return reviewStep(context)
    case 'ineligible':
      return ineligibleStep(context)
    case 'pending_quotes':
      return waitingStep(context)
    default:
      return laterStep(context, context.view.status)
  }
}
