import { html } from 'hono/html'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { underWayCard } from '../frame/live-progress.ts'
import type { Screen } from '../frame/screen.ts'
import { stepBody } from '../frame/step-body.ts'
import { say } from '../words/say.ts'
import { chosenCard } from './chosen-card.ts'
import { sentDocuments } from './documents-view.ts'
import type { ReviewContext } from './review-context.ts'

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

export const payStep = (context: ReviewContext, more: Html): Screen => ({
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
