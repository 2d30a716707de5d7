import { html } from 'hono/html'
import type { Application } from '../../homeowners/application/application.ts'
import type { PortalPayment, PortalPolicy } from '../../homeowners/portal/facts.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import { demonstrationMark } from '../../pages/service-marks.ts'
import { carrierInfoFacts } from '../frame/carrier-info-view.ts'
import { consentsView } from '../frame/consents-view.ts'
import { countdownWords } from '../frame/countdown.ts'
import type { Screen } from '../frame/screen.ts'
import { term } from '../frame/term.ts'
import { lenderForms } from './lender-view.ts'
import { coverageList } from './offers/coverage-guide.ts'
import { contactAgency, type StepContext, stepBody } from './step-context.ts'

const DOWNLOADS: Readonly<Record<string, string>> = {
  declarations: 'Download your declarations page (PDF)',
  binder: 'Download your binder (PDF)',
}
const DOCUMENTS = Object.keys(DOWNLOADS)

const BINDER =
  'A temporary document that proves your coverage until the insurance company sends the policy itself.'

const NO_CARRIER = /^(none|no|n\/a|-*)$/i

/** Null if the person said that the home was not insured, or did not say with whom. */
export const priorCarrierOf = (application: Application, { property_id }: PortalPolicy): string | null => {
  const carrier = application.homes.find(home => home.property_id === property_id)?.prior_carrier?.trim()
  return carrier === undefined || NO_CARRIER.test(carrier) ? null : carrier
}

/** A policy that covers nothing replaces nothing. */
export const hasLetter = (policy: PortalPolicy, sandbox: boolean): boolean => sandbox || !policy.illustrative

export const letterPath = ({ policy_id }: PortalPolicy): string => `/portal/policy/${policy_id}/cancel-letter`

export const binderLinks = ({ documents }: PortalPolicy, look = ''): Html =>
  html`${documents
    .toSorted((a, b) => DOCUMENTS.indexOf(a.kind) - DOCUMENTS.indexOf(b.kind))
    .map(
      ({ document_id, kind, filename }) =>
        html`<a class="${look}" href="/portal/policy/${document_id}/binder.pdf" download="${filename}">${DOWNLOADS[kind] ?? 'Download the document (PDF)'}</a> `,
    )}`

const policy = (
  one: PortalPolicy,
  at: number,
): Html => html`<article class="card policy" aria-labelledby="${one.policy_id}">
<header><p>${one.carrier}</p>
<h2 id="${one.policy_id}">${one.policy_number}</h2>${one.illustrative ? demonstrationMark : ''}</header>
<dl class="facts">
<dt>Home</dt><dd>${one.address}</dd>
<dt>Effective from</dt><dd>${one.covered_from}</dd>
<dt>Until</dt><dd>${dayWords(one.expiration_date)}, 12:01 a.m.</dd>
<dt>Price</dt><dd>${usd(one.annual_price)} a year</dd>
${carrierInfoFacts(one.carrier_info)}
</dl>
${coverageList(one.coverages, { id: `covers-${one.policy_id}`, isExplained: at === 0 })}
<p class="row">
${binderLinks(one, 'button')}
</p>
</article>`

const payment = ({ label, amount, due_on, description, url }: PortalPayment): Html =>
  html`<p><strong>${label}: ${amount}</strong>${due_on ? `, by ${dayWords(due_on)}` : ''}. ${description}. <a href="${url}">${label === 'Paid' ? 'See your receipt' : 'See how to pay'}</a></p>`

/** Nothing of this is done for the person, so each line says what they do themselves. */
const next = (context: StepContext, policies: readonly PortalPolicy[]): Html => {
  const real = policies.filter(one => hasLetter(one, context.view.sandbox))
  return real.length === 0
    ? html``
    : html`<section class="card bound sheet on-screen" aria-labelledby="next">
<h2 id="next">What to do next</h2>
${context.view.sandbox ? html`<p><strong>Do none of this now: this is a test.</strong> With a real policy, you would do this:</p>` : ''}
<ul>
<li><strong>If you have a lender:</strong> send them the binder, with the form below or by yourself. It names each lender on your application.</li>
${real.map(one => {
  const carrier = priorCarrierOf(context.application, one)
  return html`<li><strong>If you have an old policy${carrier === null ? '' : ` with ${carrier}`}:</strong> cancel it from ${dayWords(one.effective_date)}, not earlier. <a href="${letterPath(one)}">Print a letter<span class="hidden"> to cancel the old policy for ${one.address}</span></a></li>`
})}
</ul>
</section>`
}

/** Homes can start on different days: each day is told once, with the homes that start on it. */
const countdown = (policies: readonly PortalPolicy[]): Html => {
  const starts = [...new Set(policies.map(({ effective_date }) => effective_date))]
  return html`${starts.map(start => {
    const starting = policies.filter(({ effective_date }) => effective_date === start)
    const words = countdownWords(starting[0]?.today ?? start, start)
    const where = starts.length === 1 ? '' : `${starting.map(({ address }) => address).join('; ')}: `
    return words === '' ? '' : html`<p class="callout info">${where}${words}</p>`
  })}`
}

const isDemonstration = (policies: readonly PortalPolicy[]): boolean =>
  policies.length > 0 && policies.every(({ illustrative }) => illustrative)

/** What is said of a policy that covers nothing. */
const unrealWords = (policies: readonly PortalPolicy[], sandbox: boolean) => {
  if (sandbox)
    return {
      heading: 'Your test is complete',
      lede: 'This is the sandbox. The policy covers nothing, and its binder says so.',
    }
  return isDemonstration(policies)
    ? {
        heading: 'Your demonstration is complete',
        lede: 'The insurance company is invented. This policy covers nothing, and its binder says so.',
      }
    : null
}

/** A policy that has not started yet does not cover anything. */
const headingFor = (policies: readonly PortalPolicy[]): string => {
  const [first, ...others] = policies
  if (first === undefined) return 'Your policy'
  return others.every(({ covered_from }) => covered_from === first.covered_from)
    ? `You’re covered from ${first.covered_from}`
    : 'Your policies have been issued'
}

export const policyStep = (context: StepContext): Screen => {
  const policies = context.view.homes.flatMap(home => home.policy ?? [])
  return {
    title: 'Your policy',
    body: stepBody(
      context,
      unrealWords(policies, context.view.sandbox) ?? {
        heading: headingFor(policies),
        lede: html`Your ${term('term-binder', 'binder', BINDER)} is proof of insurance. Show it to your lender, and keep it until your policy arrives.`,
      },
      html`${unrealWords(policies, context.view.sandbox) === null ? countdown(policies) : ''}
${policies.map(policy)}
${context.view.payments.map(payment)}
${next(context, policies)}
${lenderForms(context, policies)}
<p>${context.view.sandbox ? 'With a real application, we’d email you a link to this page.' : 'We’ve emailed you a link to this page.'} To change or cancel the policy, ${contactAgency(context)}.</p>
${consentsView(context.consents)}
<p class="soft small on-screen">This page prints on one sheet.</p>`,
    ),
  }
}
