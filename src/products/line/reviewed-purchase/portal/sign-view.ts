import { html } from 'hono/html'
import type { Html } from '../../../../platform/pages/html.ts'
import { contactSlot } from '../../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../../platform/values/calendar.ts'
import { carrierWords } from '../../portal/carrier-words.ts'
import { covers, perYear } from '../../portal/offer-card.ts'
import { includedCharges } from '../../portal/offer-differences.ts'
import { type Screen, stepBody } from '../../portal/screen.ts'
import { changeHint, signingForm, waysView } from '../../portal/signing.ts'
import { lineOf } from '../reviewed-line.ts'
import type { BuyersSigning } from './buyers-review.ts'
import { otherQuotes } from './offers-view.ts'
import type { ReviewContext } from './review-context.ts'
import { reviewForm } from './review-view.ts'
import { say, sayHtml, sayKnown } from './say.ts'

type Preview = NonNullable<ReviewContext['session']['purchase_preview']>

export const purchase = (
  preview: Preview,
  { view, session: { selected_offer } }: Pick<ReviewContext, 'view' | 'session'>,
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
<p>${sayKnown(lineOf(view).portal.beforeSigning)}</p>
</section>`

const howToPay = ({ view, purchase: { howToPay: lines, asksForDocuments } }: ReviewContext): Html =>
  lines.length === 0
    ? html``
    : html`<section class="card bound sheet" aria-labelledby="pay">
<h2 id="pay">${say('How you pay')}</h2>
${lines.map(line => html`<p>${line}</p>`)}
${asksForDocuments ? html`<p>${sayKnown(lineOf(view).portal.documentsAhead)}</p>` : ''}
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
${purchase(preview, context)}
${howToPay(context)}
${application(context)}
${
  tooLate || stopped
    ? ''
    : signingForm(context, signing, {
        annual_price: preview.annual_price,
        total_cents: context.purchase.total_cents,
        due_cents: context.purchase.due_cents,
        start: preview.effective_date,
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
