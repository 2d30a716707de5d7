import { html } from 'hono/html'
import type { PortalPolicy } from '../../homeowners/portal/facts.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import type { Screen } from '../frame/screen.ts'
import { contactAgency, type StepContext, stepBody } from './step-context.ts'

export const binderLinks = ({ documents }: PortalPolicy, look = ''): Html =>
  html`${documents.map(
    ({ document_id, filename }) =>
      html`<a class="${look}" href="/portal/policy/${document_id}/binder.pdf" download="${filename}">Download the binder (PDF)</a>`,
  )}`

const policy = (
  one: PortalPolicy,
): Html => html`<article class="card policy" aria-labelledby="${one.policy_id}">
<header><p>${one.carrier}</p>
<h2 id="${one.policy_id}">${one.policy_number}</h2></header>
<dl class="facts">
<dt>Home</dt><dd>${one.address}</dd>
<dt>From</dt><dd>${dayWords(one.effective_date)}</dd>
<dt>Until</dt><dd>${dayWords(one.expiration_date)}</dd>
<dt>Price</dt><dd>${usd(one.annual_price)} a year</dd>
</dl>
<dl class="covers">
${one.coverages.map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${amount}</dd></div>`)}
</dl>
<p class="row">
${binderLinks(one, 'button')}
</p>
</article>`

export const policyStep = (context: StepContext): Screen => {
  const policies = context.view.homes.flatMap(home => home.policy ?? [])
  return {
    title: 'Your policy',
    body: stepBody(
      context,
      {
        heading: policies.length === 1 ? 'You are insured' : 'Your homes are insured',
        lede: 'The binder proves it: show it to your lender, or keep it until the policy itself arrives.',
      },
      html`${policies.map(policy)}
<p>${context.view.sandbox ? 'With a real application the same is mailed to you.' : 'We have mailed you the same.'} To change or cancel the policy, ${contactAgency(context)}.</p>
<p class="soft small on-screen">Print this page, and it fits on one sheet.</p>`,
    ),
  }
}
