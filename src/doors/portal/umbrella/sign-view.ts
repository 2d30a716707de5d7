import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { contactSlot } from '../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import type { BuyersSigning } from '../../../products/line/reviewed-purchase/portal/buyers-review.ts'
import { signingForm } from '../form/signature-field.ts'
import { carrierWords } from '../frame/carrier-words.ts'
import { covers } from '../frame/offer-card.ts'
import { perYear } from '../frame/per-year.ts'
import { includedCharges } from '../frame/price-parts.ts'
import type { Screen } from '../frame/screen.ts'
import { stepBody } from '../frame/step-body.ts'
import { changeHint, waysView } from '../frame/ways-view.ts'
import { say, sayHtml } from '../words/say.ts'
import { otherQuotes } from './consent-view.ts'
import type { ReviewContext } from './review-context.ts'
import { reviewForm } from './review-view.ts'

type Preview = NonNullable<ReviewContext['session']['purchase_preview']>

export const purchase = (
  preview: Preview,
  { selected_offer }: ReviewContext['session'],
): Html => html`<section class="card bound sheet" aria-labelledby="purchase">
<h2 id="purchase">${say('What you’re buying')}</h2>
<article class="bought">
<h3>${preview.carrier}</h3>
<p class="price">${perYear(preview.annual_price)}</p>
${includedCharges(selected_offer ?? {})}
${covers([
  ...preview.coverages.map(({ label, amount }) => ({
    label: carrierWords(label),
    amount: carrierWords(amount),
  })),
  { label: say('Start date'), amount: dayWords(preview.effective_date) },
])}
</article>
<p>${say('Coverage starts on that day, once the insurance company has issued the policy. The umbrella pays only above your home and auto limits, so keep those policies.')} ${say('Those limits are called underlying limits. A retained limit is what you pay yourself for a loss that those policies don’t cover.')}</p>
</section>`

const howToPay = ({ purchase: { howToPay: lines, asksForDocuments } }: ReviewContext): Html =>
  lines.length === 0
    ? html``
    : html`<section class="card bound sheet" aria-labelledby="pay">
<h2 id="pay">${say('How you pay')}</h2>
${lines.map(line => html`<p>${line}</p>`)}
${asksForDocuments ? html`<p>${say('After you sign, we’ll ask for the declarations pages of your home and auto policies.')}</p>` : ''}
</section>`

const application = (
  context: ReviewContext,
): Html => html`<details class="known" open><summary>${say('Your application')}</summary>
<p>${say('This is what you’re signing. If something is wrong, don’t sign. Edit it here, or tell your agent. The quotes then become void: you confirm your application again, and we ask the insurance companies for new quotes.')}</p>
${reviewForm(context, html``, 'correct-form')}
</details>`

const TOO_LATE = {
  offer_expired: 'This quote has expired, so you can’t sign it anymore. Your agent can get you new quotes.',
  start_passed:
    'The start date has passed, so you can’t sign this anymore. Your agent can choose a new one with you.',
} as const satisfies Record<NonNullable<BuyersSigning['tooLate']>, string>

export const WAY_TO_PAY = 'pay'

const waysSection = ({ purchase: { ways }, typed }: ReviewContext, { carrier }: Preview): Html =>
  ways.length > 1
    ? html`<section class="card bound sheet">${waysView({ name: WAY_TO_PAY, carrier, ways, typed })}
${changeHint()}</section>`
    : html``

export const signStep = (context: ReviewContext): Screen => {
  const { signing, session } = context
  const preview = session.purchase_preview
  if (!signing || !preview) throw new Error('There is nothing to sign.')
  const { tooLate, stopped } = signing
  return {
    title: say('Sign'),
    body: stepBody(
      context,
      {
        heading: say('Sign to buy your {count, plural, one {policy} other {policies}}', { count: 1 }),
        lede: say('Take your time: you don’t buy anything until you press the button at the end.'),
      },
      html`${tooLate ? html`<p class="callout warning">${say(TOO_LATE[tooLate])}</p>` : ''}
${stopped ? html`<p class="callout warning">${stopped}</p>` : ''}
${purchase(preview, session)}
${howToPay(context)}
${application(context)}
${
  tooLate || stopped
    ? ''
    : signingForm(context, signing, {
        annual_price: preview.annual_price,
        total_cents: context.purchase.total_cents,
        notices: preview.notices,
        first: waysSection(context, preview),
      })
}
<section class="card bound sheet" aria-labelledby="instead"><h2 id="instead">${say('If you don’t want this policy')}</h2>
<p>${sayHtml('Don’t sign: without your signature, nothing is bought here and you owe nothing. To withdraw your application, tell your agent or {contact}.', { contact: contactSlot })}</p>
</section>
${otherQuotes(context)}`,
    ),
  }
}
