import { html } from 'hono/html'
import type { PortalPayment, PortalPolicy } from '../../homeowners/portal/facts.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import { demonstrationMark } from '../../pages/service-marks.ts'
import { consentsView } from '../frame/consents-view.ts'
import type { Screen } from '../frame/screen.ts'
import { contactAgency, type StepContext, stepBody } from './step-context.ts'

const DOWNLOADS: Readonly<Record<string, string>> = {
  declarations: 'Download your declarations page (PDF)',
  binder: 'Download your binder (PDF)',
}
const DOCUMENTS = Object.keys(DOWNLOADS)

export const binderLinks = ({ documents }: PortalPolicy, look = ''): Html =>
  html`${documents
    .toSorted((a, b) => DOCUMENTS.indexOf(a.kind) - DOCUMENTS.indexOf(b.kind))
    .map(
      ({ document_id, kind, filename }) =>
        html`<a class="${look}" href="/portal/policy/${document_id}/binder.pdf" download="${filename}">${DOWNLOADS[kind] ?? 'Download the document (PDF)'}</a> `,
    )}`

const policy = (
  one: PortalPolicy,
): Html => html`<article class="card policy" aria-labelledby="${one.policy_id}">
<header><p>${one.carrier}</p>
<h2 id="${one.policy_id}">${one.policy_number}</h2>${one.illustrative ? demonstrationMark : ''}</header>
<dl class="facts">
<dt>Home</dt><dd>${one.address}</dd>
<dt>Effective from</dt><dd>${one.covered_from}</dd>
<dt>Until</dt><dd>${dayWords(one.expiration_date)}, 12:01 a.m.</dd>
<dt>Price</dt><dd>${usd(one.annual_price)} a year</dd>
</dl>
<dl class="covers">
${one.coverages.map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${amount}</dd></div>`)}
</dl>
<p class="row">
${binderLinks(one, 'button')}
</p>
</article>`

const payment = ({ label, amount, due_on, description, url }: PortalPayment): Html =>
  html`<p><strong>${label}: ${amount}</strong>${due_on ? `, by ${dayWords(due_on)}` : ''}. ${description}. <a href="${url}">${label === 'Paid' ? 'See your receipt' : 'See how to pay'}</a></p>`

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
        lede: 'Your binder is proof of insurance. Show it to your lender, and keep it until your policy arrives.',
      },
      html`${policies.map(policy)}
${context.view.payments.map(payment)}
<p>${context.view.sandbox ? 'With a real application, we’d email you a link to this page.' : 'We’ve emailed you a link to this page.'} To change or cancel the policy, ${contactAgency(context)}.</p>
${consentsView(context.consents)}
<p class="soft small on-screen">This page prints on one sheet.</p>`,
    ),
  }
}
