import { html } from 'hono/html'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd } from '../../line/fields/money.ts'
import { momentIn } from '../../line/wire/coverage-start.ts'
import type { Html } from '../../pages/frame.ts'
import { demonstrationMark } from '../../pages/service-marks.ts'
import type { UmbrellaStatus } from '../../umbrella/application/lifecycle.ts'
import { consentsView } from '../frame/consents-view.ts'
import { progressCard } from '../frame/live-progress.ts'
import { countWords, type Screen } from '../frame/screen.ts'
import { type ReviewContext, reviewBody } from './review-context.ts'
import { confirmView, groupsView } from './review-view.ts'
import { signStep } from './sign-view.ts'

const reviewStep = (context: ReviewContext): Screen => {
  const estimates = context.view.household.field_estimates.filter(entry => !entry.confirmed_by_user).length
  const marked =
    estimates === 0
      ? 'None of the answers are estimates.'
      : `${countWords(estimates, 'answer is an estimate', 'answers are estimates')}, and marked as such.`
  return {
    title: 'Review',
    body: reviewBody(
      context,
      {
        heading: 'Review your application',
        lede: `This is your whole application for umbrella insurance. ${marked} Correct what’s wrong, then confirm at the end.`,
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
        lede: 'Insurance companies need these answers to quote. Add them here or tell your agent, then confirm the application.',
      },
      groupsView(context, { editable: true }),
    ),
  }
}

const ineligibleStep = (context: ReviewContext): Screen => ({
  title: 'Not eligible',
  body: reviewBody(
    context,
    {
      heading: 'We can’t get quotes for this application',
      lede: 'None of our insurance companies can cover this. If an answer is wrong, correct it below.',
    },
    html`<div class="callout warning"><ul>${context.view.ineligible_reasons.map(reason => html`<li>${reason}</li>`)}</ul></div>
${groupsView(context, { editable: true })}`,
  ),
})

const confirmedView = (
  context: ReviewContext,
): Html => html`<details class="known"><summary>What you confirmed</summary>
${groupsView(context, { editable: false })}
</details>
${consentsView(context.consents)}`

const waitingStep = (context: ReviewContext): Screen => {
  const { asked, answered } = context.session.quoting ?? { asked: 0, answered: 0 }
  return {
    title: 'Asking for quotes',
    live: true,
    body: reviewBody(
      context,
      {
        heading: 'Thank you. We’re getting your quotes',
        lede: 'This usually takes a few seconds, and ten minutes at most. Your agent will take it from here, so you can close this page.',
      },
      html`${progressCard(
        context.session,
        context.path,
        html`<p class="figure">${answered} of ${asked}</p>
<p id="answered">${answered === 1 ? 'company has' : 'companies have'} answered.</p>
<progress max="${Math.max(1, asked)}" value="${answered}" aria-labelledby="answered"></progress>`,
      )}
${confirmedView(context)}`,
    ),
  }
}

const offersWords = ({ session: { offers = [] } }: ReviewContext): string =>
  countWords(offers.length, 'preliminary quote is ready', 'preliminary quotes are ready')

const coveredFrom = ({ view: { household }, session: { policy: one } }: ReviewContext): string =>
  one ? momentIn(household.state ?? '', new Date(one.effective_at)) : ''

/** A policy that has not started yet does not cover anything. */
const coverageStart = (context: ReviewContext): string => {
  const { policy: one, selected_offer, sandbox } = context.session
  if (sandbox) return 'Your test is complete'
  if (selected_offer?.illustrative) return 'Your demonstration is complete'
  return one ? `You’re covered from ${coveredFrom(context)}` : 'Your policy has been issued'
}

const issuedWords = ({ session: { selected_offer, sandbox } }: ReviewContext): string => {
  if (sandbox) return 'This is the sandbox. The policy covers nothing, and its binder says so.'
  return selected_offer?.illustrative
    ? 'The insurance company is invented. This policy covers nothing, and its binder says so.'
    : 'Your umbrella policy has been issued. Keep its documents.'
}

const AGENT = 'Your agent will take it from here. You don’t need to do anything on this page.'

type Told = {
  heading: string | ((context: ReviewContext) => string)
  lede: string | ((context: ReviewContext) => string)
  more?: (context: ReviewContext) => Html
}

const chosen = ({ session: { selected_offer } }: ReviewContext): Html =>
  selected_offer
    ? html`<div class="card bound sheet"><dl class="facts">
<dt>Company</dt><dd>${selected_offer.carrier}${selected_offer.illustrative ? demonstrationMark : ''}</dd>
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
${context.session.payment_url ? html`<p><a class="button" href="${context.session.payment_url}">Pay the invoice</a></p>` : ''}`

type Signature = NonNullable<NonNullable<ReviewContext['session']['policy']>['signature']>

const signatureWords = ({ kind, by, at }: Signature): string =>
  kind === 'person'
    ? `By ${by}, on ${dayWords(at)}`
    : `By ${by}, who told us that you confirmed the purchase on ${dayWords(at)}`

const policy = (context: ReviewContext): Html => {
  const { policy: one, selected_offer } = context.session
  return one
    ? html`<article class="card policy" aria-labelledby="policy">
<header><p>${one.carrier}</p>
<h2 id="policy">${one.policy_number}</h2>${selected_offer?.illustrative ? demonstrationMark : ''}</header>
<dl class="facts">
<dt>Limit</dt><dd>${usd(one.coverage_limit)}</dd>
<dt>Effective from</dt><dd>${coveredFrom(context)}</dd>
<dt>Until</dt><dd>${dayWords(one.expiration_date)}, 12:01 a.m.</dd>
<dt>Price</dt><dd>${usd(one.annual_price)} a year</dd>
${one.signature ? html`<dt>${one.signature.kind === 'person' ? 'Signed' : 'Ordered'}</dt><dd>${signatureWords(one.signature)}</dd>` : ''}
</dl>
<p class="row">${one.documents.map(({ name, url }) => html`<a class="button" href="${url}" download>Download ${name}</a>`)}</p>
</article>`
    : html``
}

const reason = (context: ReviewContext): Html => html`${chosen(context)}
<p class="callout warning">${context.session.response_summary}</p>`

type Later = Exclude<
  UmbrellaStatus,
  'needs_more_info' | 'ready_for_review' | 'ineligible' | 'pending_quotes' | 'signature_needed'
>

const LATER: Readonly<Record<Later, Told>> = {
  quoted: {
    heading: offersWords,
    lede: 'Your agent will show them to you side by side. You don’t buy anything until you choose one and confirm it.',
  },
  no_quotes: {
    heading: 'No insurance company offered a quote',
    lede: 'You haven’t bought anything. If an answer was wrong or has changed, tell your agent.',
    more: declined,
  },
  credit_consent_required: {
    heading: 'You’ve chosen a quote',
    lede: 'Next, your agent needs your answer about the soft credit check. You haven’t bought anything yet.',
    more: chosen,
  },
  needs_more_info_to_bind: {
    heading: 'You’ve chosen a quote',
    lede: 'Next, your agent needs a few more answers. You haven’t bought anything yet.',
    more: chosen,
  },
  ready_to_finalize: {
    heading: 'Your policy is ready to buy',
    lede: 'Your agent will show you the quote once more. You don’t buy it until you confirm.',
    more: chosen,
  },
  chosen: { heading: 'Your purchase is in progress', lede: AGENT, more: chosen },
  documents_needed: {
    heading: 'Documents needed',
    lede: 'The insurance company needs to see the auto and home policies that your umbrella adds to. Your agent will tell you which ones to send.',
    more: chosen,
  },
  documents_pending_review: {
    heading: 'Your documents are being reviewed',
    lede: AGENT,
    more: chosen,
  },
  payment_needed: {
    heading: 'Pay to get your policy',
    lede: 'Your documents are approved. The insurance company issues the policy once you’ve paid.',
    more: payment,
  },
  waiting_on_carrier: { heading: 'Your policy is being issued', lede: AGENT, more: chosen },
  info_requested: {
    heading: 'The insurance company needs more information',
    lede: 'Your agent will tell you what it needs and send your answer.',
    more: reason,
  },
  blocked: {
    heading: 'The insurance company declined to issue this policy',
    lede: 'You’re not covered by it. Your agent can start a new application with you.',
    more: reason,
  },
  bound: {
    heading: coverageStart,
    lede: issuedWords,
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
      { heading: title, lede: typeof lede === 'string' ? lede : lede(context) },
      html`${more ? more(context) : ''}
${confirmedView(context)}`,
    ),
  }
}

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
    case 'signature_needed':
      return signStep(context)
    default:
      return laterStep(context, context.view.status)
  }
}
