import { html } from 'hono/html'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { POLICY_REQUEST_WORDS } from '../../../agency/policies/policy-request.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords, plusDays } from '../../../platform/values/calendar.ts'
import { consentsView, paperView } from '../../line/portal/consents-view.ts'
import { term } from '../../line/portal/offer-card.ts'
import { policyCard, policyWords } from '../../line/portal/policy-card.ts'
import { DOCUMENTS, downloadWords } from '../../line/portal/policy-documents.ts'
import { countdownWords, runsOn } from '../../line/portal/policy-end.ts'
import { type Screen, stepBody } from '../../line/portal/screen.ts'
import type { Application } from '../application/application.ts'
import { coverageList } from './coverage-guide.ts'
import type { PortalPolicy } from './homes.ts'
import { lenderForms } from './lender-step.ts'
import { say, sayHtml, sayKnown } from './say.ts'
import { contactAgency, type StepContext } from './step-context.ts'
import type { PortalView } from './view.ts'

const BINDER =
  'A temporary document that proves your coverage until the insurance company sends the policy itself.'

const NO_CARRIER = /^(none|no|n\/a|ningun[ao]|-*)$/i

export const priorCarrierOf = (application: Application, { property_id }: PortalPolicy): string | null => {
  const carrier = application.homes.find(home => home.property_id === property_id)?.prior_carrier?.trim()
  return carrier === undefined || NO_CARRIER.test(carrier) ? null : carrier
}

export const hasLetter = (policy: PortalPolicy, sandbox: boolean): boolean =>
  runsOn(policy) && (sandbox || !policy.illustrative)

const letterPath = ({ policy_id }: PortalPolicy): string => `/portal/policy/${policy_id}/cancel-letter`

const documentsOf = ({ documents, address }: PortalPolicy, look: string) =>
  documents
    .toSorted((a, b) => DOCUMENTS.indexOf(a.kind) - DOCUMENTS.indexOf(b.kind))
    .map(({ document_id, kind, filename }) => ({
      kind,
      link: (words: string) =>
        html`<a class="${look}" href="/portal/policy/${document_id}/binder.pdf" download="${filename}">${words}<span class="hidden"> ${say('for {address}', { address })}</span></a> `,
    }))

export const binderLinks = (policy: PortalPolicy): Html =>
  html`${documentsOf(policy, '').map(({ kind, link }) => link(downloadWords(kind)))}`

const requestPath = ({ policy_id }: PortalPolicy): string => `/portal/policy/${policy_id}/request`

const named = (one: PortalPolicy): Html => {
  const link = (kind: 'lender' | 'named_insured') =>
    html`<a href="${requestPath(one)}?kind=${kind}">${sayKnown(POLICY_REQUEST_WORDS[kind])}<span class="hidden"> ${say('for {address}', { address: one.address })}</span></a>`
  return html`<h3>${say('Your lender and the owners')}</h3>
<p>${one.lenders.length === 0 ? say('When this policy was issued, it named no lender.') : say('When this policy was issued, it named this lender: {lenders}.', { lenders: one.lenders.join('; ') })} ${say('Insured: {names}.', { names: one.insureds.join(', ') })}</p>
${one.unnamed_owners.length === 0 ? '' : html`<p class="callout warning">${say('Other owners on your application, not named by the company: {names}. To ask the company to insure them too, choose “{link}”.', { names: one.unnamed_owners.join(', '), link: sayKnown(POLICY_REQUEST_WORDS.named_insured) })}</p>`}
<p class="row on-screen">${link('lender')} ${link('named_insured')}</p>`
}

const policy = (one: PortalPolicy, at: number): Html =>
  policyCard(one, {
    href: requestPath(one),
    about: html`<dt>${say('Home')}</dt><dd>${one.address}</dd>`,
    below: html`${coverageList(one.coverages, { id: `covers-${one.policy_id}`, isExplained: at === 0 })}
${one.areLimitsOld ? html`<p class="soft small">${say('These are the limits of the first period. The declarations page of your renewal has the current ones.')}</p>` : ''}
${one.dropped.map(label => html`<p class="soft small">${say('The renewal dropped: {coverage}. The policy was issued with it.', { coverage: sayKnown(label) })}</p>`)}`,
    documents: documentsOf(one, 'button'),
    more: runsOn(one) ? named(one) : html``,
  })

const payment = ({ label, amount, due_on, description, url }: PortalView['payments'][number]): Html =>
  html`<p><strong>${sayKnown(label)}: ${amount}</strong>${due_on ? `, ${say('by {day}', { day: dayWords(due_on) })}` : ''}. ${descriptionWords(description)}. <a href="${url}">${label === 'Paid' ? say('See your receipt') : say('See how to pay')}</a></p>`

const OLD_POLICY_DAYS = 60

const mayHaveOld = ({ today, effective_date }: PortalPolicy): boolean =>
  today <= plusDays(effective_date, OLD_POLICY_DAYS)

const next = (context: StepContext, policies: readonly PortalPolicy[]): Html => {
  const real = policies.filter(one => hasLetter(one, context.view.sandbox))
  return real.length === 0
    ? html``
    : html`<section class="card bound sheet on-screen" aria-labelledby="next">
<h2 id="next">${say('What to do next')}</h2>
${context.view.sandbox ? html`<p><strong>${say('Do none of this now: this is a test.')}</strong> ${say('With a real policy, you would do this:')}</p>` : ''}
<ul>
<li><strong>${say('If you have a lender:')}</strong> ${say('send them the evidence of insurance, with the form below or by yourself. It names each lender on your application.')}</li>
${real.filter(mayHaveOld).map(one => {
  const carrier = priorCarrierOf(context.application, one)
  return html`<li><strong>${carrier === null ? say('If you have an old policy:') : say('If you have an old policy with {carrier}:', { carrier })}</strong> ${say('cancel it as of {day}, not earlier.', { day: dayWords(one.effective_date) })} <a href="${letterPath(one)}">${say('Print a letter')}<span class="hidden"> ${say('to cancel the old policy for {address}', { address: one.address })}</span></a></li>`
})}
</ul>
</section>`
}

const countdown = (policies: readonly PortalPolicy[]): Html => {
  const starts = [...new Set(policies.map(({ effective_date }) => effective_date))]
  return html`${starts.map(start => {
    const starting = policies.filter(({ effective_date }) => effective_date === start)
    const words = countdownWords(starting[0]?.today ?? start, start)
    const where = starts.length === 1 ? '' : `${starting.map(({ address }) => address).join('; ')}: `
    return words === '' ? '' : html`<p class="callout info">${where}${words}</p>`
  })}`
}

const proof = (context: StepContext, policies: readonly PortalPolicy[]): Html | string =>
  policies.filter(runsOn).every(({ isBinderOver }) => isBinderOver)
    ? say(
        'Your binder has ended. The policy and its declarations page, from the insurance company, are your proof of insurance. If you don’t have them, {contact}.',
        { contact: contactAgency(context) },
      )
    : sayHtml('Your {binder} is proof of insurance. Keep it until your policy arrives.', {
        binder: term('term-binder', 'binder', say(BINDER)),
      })

export const policyStep = (context: StepContext): Screen => {
  const policies = context.view.homes.flatMap(home => home.policy ?? [])
  const { isReal, ...words } = policyWords(policies, {
    sandbox: context.view.sandbox,
    lede: proof(context, policies),
    again: say('To get a new policy, {contact}.', { contact: contactAgency(context) }),
  })
  return {
    title: say('Your policy'),
    body: stepBody(
      context,
      words,
      html`${isReal ? countdown(policies.filter(runsOn)) : ''}
${context.view.step === 'bound' ? '' : html`<p class="row on-screen"><a class="button" href="/portal">${say('Continue with your other home')}</a></p>`}
${policies.map(policy)}
${context.view.payments.map(payment)}
${next(context, policies)}
${lenderForms(context, policies)}
<p>${context.view.sandbox ? say('With a real application, we’d email you a link to this page.') : say('We’ve emailed you a link to this page.')} ${say('If you have a question, {contact}.', { contact: contactAgency(context) })}</p>
${consentsView(context.consents)}
${paperView({ ...context, action: '/portal/paper' })}`,
    ),
  }
}
