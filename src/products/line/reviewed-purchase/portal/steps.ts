import { html } from 'hono/html'
import { descriptionWords } from '../../../../agency/emails/rules/payment-description.ts'
import { capitalized } from '../../../../platform/lib/name-words.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import { dayWords } from '../../../../platform/values/calendar.ts'
import { usdCents } from '../../../../platform/values/money.ts'
import { carrierWords } from '../../portal/carrier-words.ts'
import { consentsView } from '../../portal/consents-view.ts'
import { answeredView, progressCard, underWayCard } from '../../portal/live-progress.ts'
import { declinesView } from '../../portal/offer-card.ts'
import { numberWords, type Screen, stepBody } from '../../portal/screen.ts'
import { statedFor } from '../application/milestones.ts'
import { type BuyersPage, statuses } from '../application/statuses.ts'
import { lineOf } from '../reviewed-line.ts'
import { documentsStep, infoStep, sentDocuments } from './documents-view.ts'
import { issued } from './issued-view.ts'
import { consentStep, offersStep } from './offers-view.ts'
import { chosenCard, type ReviewContext } from './review-context.ts'
import { confirmView, groupsView, reviewForm } from './review-view.ts'
import { say, sayHtml, sayKnown } from './say.ts'
import { signStep } from './sign-view.ts'

const reviewStep = (context: ReviewContext): Screen => {
  const estimates = context.view.household.field_estimates.filter(entry => !entry.confirmed_by_user).length
  const marked =
    estimates === 0
      ? say('None of the answers are estimates.')
      : say(
          '{count, plural, one {{number} answer is an estimate} other {{number} answers are estimates}}, and marked as such.',
          { count: estimates, number: numberWords(estimates) },
        )
  return {
    title: say('Review'),
    body: stepBody(
      context,
      {
        heading: say('Review your application'),
        lede: sayKnown(lineOf(context.view).portal.review, { marked }),
      },
      reviewForm(context, confirmView(context)),
    ),
  }
}

const missingStep = (context: ReviewContext): Screen => {
  const count = context.view.missing.reduce((sum, { missing }) => sum + missing.length, 0)
  return {
    title: say('Answers'),
    body: stepBody(
      context,
      {
        heading: say(
          '{count, plural, one {{number} answer is missing} other {{number} answers are missing}}',
          {
            count,
            number: numberWords(count),
          },
        ),
        lede: say(
          'Insurance companies need these answers to quote. Add them here or tell your agent, then confirm the application.',
        ),
      },
      reviewForm(context),
    ),
  }
}

const ineligibleStep = (context: ReviewContext): Screen => ({
  title: say('Not eligible'),
  body: stepBody(
    context,
    {
      heading: say('We can’t get quotes for this application'),
      lede: say('None of our insurance companies can cover this. If an answer is wrong, correct it below.'),
    },
    html`<div class="callout warning"><ul>${context.view.ineligible_reasons.map(reason => html`<li>${sayKnown(reason)}</li>`)}</ul></div>
${reviewForm(context)}`,
  ),
})

const endForm = ({ path, token, purchase: { canEnd } }: ReviewContext): Html =>
  canEnd
    ? html`<details class="known"><summary>${say('End this purchase')}</summary>
<form method="post" action="${path}/end">${token}
<p>${say('You can end it until the insurance company has the order. Nothing is bought then, and you get back what you paid for it.')}</p>
<p class="row"><button class="secondary">${say('End the purchase')}</button></p>
</form></details>`
    : html``

const statedWords = ({ view: { referredBy } }: ReviewContext): string =>
  say('{who} stated that you confirmed these answers.', {
    who: capitalized(sayKnown(referredBy ?? 'The business that applied for you')),
  })

const confirmedView = (context: ReviewContext): Html => html`${endForm(context)}
<details class="known">${
  statedFor(context.consents).includes('Review')
    ? html`<summary>${say('Your application')}</summary>
<p class="soft small">${statedWords(context)}</p>`
    : html`<summary>${say('What you confirmed')}</summary>`
}
${groupsView(context)}
</details>
${consentsView(context.consents)}`

const waitingStep = (context: ReviewContext): Screen => ({
  title: say('Asking for quotes'),
  live: true,
  body: stepBody(
    context,
    {
      heading: say('Thank you. We’re getting your quotes'),
      lede: say(
        'This usually takes a few seconds. If an insurance company takes longer, we add its quote when it answers. You can close this page and come back with the same link.',
      ),
    },
    html`${progressCard(context, answeredView(context.session.quoting))}
${confirmedView(context)}`,
  ),
})

const reason = (context: ReviewContext): Html => html`${chosenCard(context)}
<p class="callout warning">${sayHtml('The insurance company will not issue this policy. {reason}', { reason: carrierWords(context.purchase.toldBy.blocked) })}</p>`

type Told = { heading: string; lede: Html | string; more: Html }

const toldStep = (context: ReviewContext, { heading, lede, more }: Told): Screen => ({
  title: heading,
  body: stepBody(
    context,
    { heading, lede },
    html`${more}
${confirmedView(context)}`,
  ),
})

const PAGES: Readonly<Record<BuyersPage, (context: ReviewContext) => Screen>> = {
  answers: missingStep,
  review: reviewStep,
  not_eligible: ineligibleStep,
  quoting: waitingStep,
  offers: context => offersStep(context, confirmedView(context)),
  nothing_offered: context =>
    toldStep(context, {
      heading: say('No insurance company offered a quote'),
      lede: say('You haven’t bought anything. If an answer was wrong or has changed, tell your agent.'),
      more: declinesView(context.session.declines ?? [], 'h2'),
    }),
  consent: context => consentStep(context, confirmedView(context)),
  sign: signStep,
  ordering: context => underWayStep(context, 'ordering', confirmedView(context)),
  documents: context => documentsStep(context, confirmedView(context)),
  reading: context => underWayStep(context, 'reading', confirmedView(context)),
  payment: context => payStep(context, confirmedView(context)),
  issuing: context => underWayStep(context, 'issuing', confirmedView(context)),
  question: context => infoStep(context, confirmedView(context)),
  declined: context =>
    toldStep(context, {
      heading: say('The insurance company declined to issue this policy'),
      lede: say('You’re not covered by it. Your agent can start a new application with you.'),
      more: reason(context),
    }),
  policy: context => toldStep(context, issued(context)),
}

export const screenFor = (context: ReviewContext): Screen =>
  PAGES[statuses.row(context.view.status).page](context)

const due = ({ purchase: { payment } }: ReviewContext): Html =>
  payment
    ? html`<section class="card bound sheet" aria-labelledby="due">
<h2 id="due">${say('What you pay')}</h2>
<p class="price"><span class="figure">${usdCents(payment.amount_cents)}</span></p>
<dl class="facts">
<dt>${say('For')}</dt><dd>${descriptionWords(payment.description)}</dd>
${payment.due_on ? html`<dt>${say('Due')}</dt><dd>${dayWords(payment.due_on)}</dd>` : ''}
<dt>${say('Reference number')}</dt><dd>${payment.reference}</dd>
</dl>
${payment.due_on ? html`<p><strong>${say('Pay by {day} so that coverage can start that day. You’re not covered until your policy is issued.', { day: dayWords(payment.due_on) })}</strong></p>` : ''}
<p class="row"><a class="button" href="${payment.url}">${say('See how to pay')}</a></p>
<p class="soft small">${say('We’ll never ask for your card number by email or phone.')}</p>
</section>`
    : html``

const ledeOf = ({ paymentFailed, asksForDocuments }: ReviewContext['purchase']): string => {
  if (paymentFailed)
    return say(
      'Your payment did not go through. Pay the new invoice below, and we’ll order your policy. If you don’t want it anymore, you can end the purchase.',
    )
  return asksForDocuments
    ? say('Your documents are approved. We’ll order your policy once you’ve paid.')
    : say('We’ll order your policy once you’ve paid.')
}

const payStep = (context: ReviewContext, more: Html): Screen => ({
  title: say('Pay'),
  body: stepBody(
    context,
    {
      heading: say('Pay to get your policy'),
      lede: ledeOf(context.purchase),
    },
    html`${due(context)}
${chosenCard(context)}
${sentDocuments(context)}
${more}`,
  ),
})

const UNDER_WAY = {
  ordering: { heading: 'Your purchase is in progress', progress: 'Starting your order…' },
  reading: {
    heading: 'Your documents are being reviewed',
    progress: 'Reading your documents…',
  },
  issuing: {
    heading: 'Your policy is being issued',
    progress: 'Waiting for the insurance company…',
  },
} as const

const BY_ITSELF =
  'This usually takes a few seconds, and longer if someone has to look at it. You don’t need to do anything, and you can close this page.'
const BY_STAFF = 'Someone at the agency is checking this. We’ll email you if we need anything else.'

export const underWayStep = (context: ReviewContext, stage: keyof typeof UNDER_WAY, more: Html): Screen => {
  const words = UNDER_WAY[stage]
  const [heading, progress] = [say(words.heading), say(words.progress)]
  const isLive = context.session.waiting_on !== 'staff'
  return {
    title: heading,
    live: isLive,
    body: stepBody(
      context,
      {
        heading,
        lede: say(isLive ? BY_ITSELF : BY_STAFF),
      },
      html`${isLive ? underWayCard(context, progress) : ''}
<p>${say('You’re not covered until your policy is issued.')}</p>
${sentDocuments(context)}
${chosenCard(context)}
${more}`,
    ),
  }
}
