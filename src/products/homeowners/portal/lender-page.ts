import { html } from 'hono/html'
import {
  asOf,
  packFileIn,
  packPdf,
  paymentTitle,
  propertyLine,
} from '../../../agency/policies/closing/pack.ts'
import { momentIn } from '../../../agency/policies/coverage-start.ts'
import type { PropertyEvidence } from '../../../agency/policies/evidence.ts'
import { mortgageeLabel } from '../../../agency/policies/mortgagee-label.ts'
import { POLICY_REQUEST_WORDS } from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  download,
  json,
} from '../../../platform/http/pages/document.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { portalPage } from '../../line/portal/frame.ts'
import { documentsLanguage } from '../../line/portal/policy-documents.ts'
import { lastDayOfLink, type OpenedLink, openLenderLink } from '../buying/lender-links.ts'
import { openBinderLink } from './lender-evidence.ts'
import { say, sayKnown } from './say.ts'

const PATH = '/portal/evidence/{token}'
const DATA = 'evidence.json'

const NO_LINK =
  'This link has expired, was turned off, or was never valid. Ask the person who sent it for a new one.'
const ENDED =
  'This policy has ended, so there is no evidence of insurance. Ask your borrower for their current policy.'
const VOID =
  'This policy was canceled from the start. It never took effect, so there is no evidence of insurance. Ask your borrower for their current policy.'
const RENEWED =
  'This policy was renewed, and the limits of the renewed period are not on record here yet. Ask the agency or the insurance company for evidence.'

const REFUSALS = { void: VOID, ended: ENDED, renewed: RENEWED } as const

const budget = { name: 'lender_evidence', points: 60, seconds: 900, by: 'address' } as const

const unlisted = (document: Document): Document => ({
  ...document,
  headers: { ...document.headers, 'x-robots-tag': 'noindex, nofollow' },
})

const opened = async (app: App, request: DocumentRequest, what: string): Promise<OpenedLink | null> => {
  const { address, userAgent, params } = request
  const found = await transact(app, inside =>
    openLenderLink(inside, { token: params.token ?? '', what, address, userAgent }),
  )
  return typeof found === 'string' ? fail('conflict', { message: say(REFUSALS[found]) }) : found
}

const fact = (label: string, value: string | undefined): Html =>
  html`<dt>${label}</dt><dd>${value ?? say('Not stated')}</dd>`

const amounts = (title: string, rows: PropertyEvidence['coverages']): Html =>
  html`<h2>${title}</h2>${
    rows.length === 0
      ? html`<p>${say('Not stated')}</p>`
      : html`<dl class="facts">${rows.map(({ label, dollars }) => fact(sayKnown(label), usd(dollars)))}</dl>`
  }`

const mortgagees = ({ mortgagees: all }: PropertyEvidence): Html =>
  html`<h2>${say('Mortgagees')}</h2>${
    all.length === 0
      ? html`<p>${say('Not stated')}</p>`
      : all.map(
          one => html`<h3>${sayKnown(mortgageeLabel(one))}</h3><dl class="facts">
${fact(say('Lender'), one.name)}${fact(say('Mortgagee clause'), one.clause)}${fact(say('Address'), one.address)}${fact(say('Loan number'), one.loan_number)}
</dl>`,
        )
  }`

/** A premium that the agency does not collect is not unpaid. */
const isCollected = ({ paid_cents, bill_to }: PropertyEvidence['payment']): boolean =>
  paid_cents > 0 || bill_to === undefined || bill_to === 'insured'

const premium = ({
  annual_price,
  payment,
  renewed_on,
}: PropertyEvidence): Html => html`<h2>${say('Premium')}</h2>
<dl class="facts">${fact(say('Price'), say('{price} a year', { price: usd(annual_price) }))}
${renewed_on === undefined ? '' : fact(say('How it is paid'), payment.terms[0])}
${payment.paid_cents > 0 || (renewed_on === undefined && isCollected(payment)) ? fact(say('Received by the agency'), usdCents(payment.paid_cents)) : ''}
${payment.unpaid.map(({ cents, due_on }) => fact(say('Not paid yet'), due_on === undefined ? usdCents(cents) : say('{amount}, due by {day}', { amount: usdCents(cents), day: dayWords(due_on) })))}</dl>
${isCollected(payment) ? '' : html`<p>${say('The agency does not collect the premium of this policy, so it cannot say what was paid.')}</p>`}`

const droppedView = (dropped: readonly string[]): Html =>
  html`${dropped.map(label => html`<p class="callout warning">${say('Not part of the renewed policy: {coverage}. The policy was issued with it.', { coverage: sayKnown(label) })}</p>`)}`

const nextPeriod = ({
  next_period: next,
  carrier: { name: carrier },
  policy_number,
}: PropertyEvidence): Html => {
  if (!next) return html``
  const { effective_date, expiration_date, annual_price } = next
  const from = dayWords(effective_date)
  return html`<h2>${say('Next period, from {day}', { day: from })}</h2>
<p>${say('{carrier} has renewed this policy from {from} to {until}, 12:01 a.m., for {price} for the year, with fees and taxes.', { carrier, from, until: dayWords(expiration_date), price: usd(annual_price) })}
${next.policy_number === policy_number ? '' : say('From that day its policy number is {number}.', { number: next.policy_number })}</p>
${
  next.coverages && next.deductibles
    ? html`${droppedView(next.dropped ?? [])}
${amounts(say('Coverages from {day}', { day: from }), next.coverages)}
${amounts(say('Deductibles from {day}', { day: from }), next.deductibles)}`
    : html`<p>${say('Not all limits of that period are on record with the agency. This page does not certify them. Ask the agency or the insurance company for evidence of them.')}</p>`
}`
}

const notices = ({ canceled_on, changed_since, dropped = [] }: PropertyEvidence): Html =>
  html`${droppedView(dropped)}${
    canceled_on === undefined
      ? ''
      : html`<p class="callout warning"><strong>${say('This policy ends on {day} at 12:01 a.m.', { day: dayWords(canceled_on) })}</strong></p>`
  }${changed_since.map(
    ({ kind, done_on }) =>
      html`<p class="callout warning">${say('Changed on {day}: {what}. This page does not show the change. Ask the agency for it.', { day: dayWords(done_on), what: sayKnown(POLICY_REQUEST_WORDS[kind]) })}</p>`,
  )}`

const downloads = (token: string, evidence: PropertyEvidence): Html => {
  const link = (file: string, label: string) =>
    html`<a class="button secondary" href="/portal/evidence/${token}/${file}">${label}</a> `
  return html`<p class="row on-screen">
${link('evidence.pdf', say('Evidence of property insurance (PDF)'))}
${link('payment.pdf', `${say(paymentTitle(evidence))} (PDF)`)}
${link(DATA, say('Data (JSON)'))}</p>`
}

const body = (token: string, evidence: PropertyEvidence, until: string): Html => html`<div class="leaf">
<h1>${say('Evidence of property insurance')}</h1>
${evidence.illustrative || evidence.sandbox ? demonstrationMark : ''}
<p class="lede">${asOf(evidence)} ${say('It does not change the policy, whose terms govern.')} ${say('The link works until {day}.', { day: dayWords(until) })}</p>
${notices(evidence)}
${downloads(token, evidence)}
${documentsLanguage([evidence])}
<article class="card bound sheet">
<dl class="facts">
${fact(say('Named insured'), evidence.insureds.join(', '))}
${evidence.other_owners.length === 0 ? '' : fact(say('Other owners on the application, not named by the company'), evidence.other_owners.join(', '))}
${evidence.title_holder === undefined ? '' : fact(say('Title holder'), evidence.title_holder)}
${fact(say('Insured property'), propertyLine(evidence))}
${fact(say('Insurance company'), evidence.carrier.name)}
${fact(say('NAIC number'), evidence.carrier.naic)}
${fact(say('Policy number'), evidence.policy_number)}
${evidence.renewed_on === undefined && evidence.binder_number !== undefined ? fact(say('Binder number'), evidence.binder_number) : ''}
${fact(say('Effective from'), momentIn(evidence.property.state, new Date(evidence.effective_at)))}
${fact(say('Until'), `${dayWords(evidence.canceled_on ?? evidence.expiration_date)}, 12:01 a.m.`)}
</dl>
${mortgagees(evidence)}
${amounts(say('Coverages'), evidence.coverages)}
${amounts(say('Deductibles'), evidence.deductibles)}
${premium(evidence)}
${nextPeriod(evidence)}
${evidence.surplus_lines.map(text => html`<p lang="en"><strong>${text}</strong></p>`)}
</article></div>`

/** All links that do not work get the same sentence, so a guess reveals nothing. */
const noLink = async (app: App, request: DocumentRequest): Promise<Document> => {
  const title = say('This link doesn’t work')
  const shown = await portalPage(app, request, {
    title,
    status: 404,
    person: null,
    body: html`<div class="leaf"><h1>${title}</h1><p class="lede">${say(NO_LINK)}</p></div>`,
  })
  return unlisted(shown)
}

const pdf = (body: Buffer, filename: string): Document =>
  unlisted(download({ type: 'application/pdf', body, filename }))

const binderOf = async (app: App, token: string): Promise<Document | null> => {
  const document = await openBinderLink(app, token)
  if (typeof document === 'string') return fail('conflict', { message: say(REFUSALS[document]) })
  return document && pdf(document.content, document.filename)
}

const lenderPage: DocumentRow<App> = {
  path: PATH,
  page: true,
  translated: true,
  contract: null,
  budget,
  async respond(app, request) {
    const { token = '' } = request.params
    const found = await opened(app, request, 'page')
    if (!found) return (await binderOf(app, token)) ?? noLink(app, request)
    const { evidence, link } = found
    const shown = await portalPage(app, request, {
      title: say('Evidence of property insurance'),
      person: null,
      sandbox: evidence.sandbox,
      places: [{ line: 'homeowners', state: evidence.property.state }],
      body: body(token, evidence, lastDayOfLink(evidence.property.state, link)),
    })
    return unlisted(shown)
  },
}

const lenderFile: DocumentRow<App> = {
  path: `${PATH}/{file}`,
  page: true,
  translated: true,
  contract: null,
  budget,
  async respond(app, request) {
    const { file: name = '' } = request.params
    const file = packFileIn(name)
    if (file === null && name !== DATA) return noLink(app, request)
    const found = await opened(app, request, name)
    if (!found) return noLink(app, request)
    const { evidence } = found
    if (file === null) return unlisted(json(evidence))
    const printing = { brand: app.config.brand, now: app.clock.now() }
    const number = evidence.policy_number.replaceAll(/[^A-Za-z0-9-]+/g, '-')
    return pdf(await packPdf(file, evidence, printing), `${number}-${file}`)
  },
}

export const lenderPages: readonly DocumentRow<App>[] = [lenderPage, lenderFile]
