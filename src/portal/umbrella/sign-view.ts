import { html } from 'hono/html'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import type { BuyersSigning } from '../../umbrella/portal/buyers-signature.ts'
import { agreement } from '../form/agreement.ts'
import { noticesView } from '../form/notices-view.ts'
import { signatureField } from '../form/signature-field.ts'
import type { Screen } from '../frame/screen.ts'
import { errorIn, type ReviewContext, reviewBody } from './review-context.ts'
import { groupsView } from './review-view.ts'

type Preview = NonNullable<ReviewContext['session']['purchase_preview']>

const purchase = (
  preview: Preview,
): Html => html`<section class="card bound sheet" aria-labelledby="purchase">
<h2 id="purchase">What you’re buying</h2>
<article class="bought">
<h3>${preview.carrier}</h3>
<p class="price"><span class="figure">${usd(preview.annual_price)}</span> a year</p>
<dl class="covers">
${preview.coverages.map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${amount}</dd></div>`)}
<div><dt>Start date</dt><dd>${dayWords(preview.effective_date)}</dd></div>
</dl>
<h3>How you’ll pay</h3>
<p>${preview.payment.summary}</p>
</article>
<p>Coverage starts on that day, once the insurance company has issued the policy. The umbrella pays only above your home and auto limits, so keep those policies.</p>
</section>`

const howToPay = ({ purchase: { howToPay: lines, asksForDocuments } }: ReviewContext): Html =>
  lines.length === 0
    ? html``
    : html`<section class="card bound sheet" aria-labelledby="pay">
<h2 id="pay">How you pay</h2>
${lines.map(line => html`<p>${line}</p>`)}
${asksForDocuments ? html`<p>After you sign, we ask for the declarations pages of your home and auto policies.</p>` : ''}
</section>`

const application = (
  context: ReviewContext,
): Html => html`<details class="known"><summary>Your application</summary>
<p>This is what you’re signing. If something is wrong, don’t sign. Tell your agent.</p>
${groupsView(context, { editable: false })}
</details>`

const TOO_LATE: Readonly<Record<NonNullable<BuyersSigning['tooLate']>, string>> = {
  offer_expired: 'This quote has expired, so you can’t sign it anymore. Your agent can get you new quotes.',
  start_passed:
    'The start date has passed, so you can’t sign this anymore. Your agent can choose a new one with you.',
}

const form = (context: ReviewContext, signing: BuyersSigning, preview: Preview): Html =>
  html`<form method="post" action="${context.path}/sign" novalidate>
${context.token}<input type="hidden" name="token" value="${signing.token}">
${noticesView(preview.notices)}
${agreement(context, signing.disclosures, { name: 'disclosures', heading: 'Before you sign', label: 'I have read this, and my answers are true.' })}
${agreement(context, signing.electronicRecords, { name: 'electronic_records', heading: 'Electronic documents and signature', label: 'I agree to sign and receive documents electronically.' })}
${signatureField({ ...signing, typed: context.typed, error: errorIn(context, 'signed_name') })}
<p class="row"><button>Sign and buy for ${usd(preview.annual_price)} a year</button></p>
</form>`

export const signStep = (context: ReviewContext): Screen => {
  const { signing, session } = context
  const preview = session.purchase_preview
  if (!signing || !preview) throw new Error('There is nothing to sign.')
  const { tooLate, stopped } = signing
  return {
    title: 'Sign',
    body: reviewBody(
      context,
      {
        heading: 'Sign to buy your policy',
        lede: 'Take your time: you don’t buy anything until you press the button at the end.',
      },
      html`${tooLate ? html`<p class="callout warning">${TOO_LATE[tooLate]}</p>` : ''}
${stopped ? html`<p class="callout warning">${stopped}</p>` : ''}
${purchase(preview)}
${howToPay(context)}
${application(context)}
${tooLate || stopped ? '' : form(context, signing, preview)}`,
    ),
  }
}
