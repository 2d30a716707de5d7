import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { agencyFor, agencyLine, type LicensedPlace } from '../../../platform/config/agency.ts'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { capitalized } from '../../../platform/lib/name-words.ts'
import { NO_TRACKERS, page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import {
  agencySlot,
  languageSlot,
  legalSlot,
  phoneLink,
  ribbon,
} from '../../../platform/pages/service-marks.ts'
import { say, sayHtml, sayKnown } from './say.ts'

/** Only the first name: other people may see the screen. */
type ApplicationOwner = { firstName: string; sandbox: boolean; signOutPath?: string }

export type About = { referredBy: string | null; isOurs?: boolean; places: readonly LicensedPlace[] }

type Product = { name: string; href: string }

const HOME: Product = { name: 'Home insurance', href: '/portal' }

export type PortalPage = {
  title: string
  body: Html
  status?: number
  person: ApplicationOwner | null
  sandbox?: boolean
  product?: Product
  live?: boolean
  about?: About
  aboutBelow?: boolean
  places?: readonly LicensedPlace[]
}

const sandboxRibbon = () =>
  ribbon('SANDBOX', say('This is a test. We don’t send email, contact insurance companies or buy anything.'))

const personNav = (
  { firstName, signOutPath = '/portal/sign-out' }: ApplicationOwner,
  request: DocumentRequest,
): Html => html`<div class="whose">
<span>${firstName === '' ? say('Your application') : say('{name}’s application', { name: firstName })}</span>
<form method="post" action="${signOutPath}">${tokenField(request)}<button class="quiet">${say('Sign out')}</button></form>
${languageSlot}</div>`

const strangerNav = ({ name }: Product): Html =>
  html`<div class="whose"><span>${sayKnown(name)}</span>${languageSlot}</div>`

const asked = ({ config, clock }: App, { referredBy, isOurs, places }: About): Html => {
  const { name, license, phone } = agencyFor(config, places, clock.now())
  const agency =
    license === null
      ? say('an insurance agency')
      : say('a licensed insurance agency ({license})', { license })
  const who = capitalized(sayKnown(referredBy ?? 'a business you work with'))
  const marks = { name, agency, b: (text: unknown) => html`<strong>${text}</strong>` }
  const words = isOurs
    ? sayHtml('We started this application for you. We’re <b>{name}</b>, {agency}.', marks)
    : sayHtml('{who} asked us to get quotes for you. We’re <b>{name}</b>, {agency}.', { who, ...marks })
  return html`<p class="asked">${words}${phone === null ? '' : html` ${sayHtml('Questions? Call {phone}.', { phone: phoneLink(phone) })}`}</p>`
}

const foot = (
  { config, clock }: App,
  places: readonly LicensedPlace[] | undefined,
): Html => html`<p>${places ? agencyLine(agencyFor(config, places, clock.now())) : agencySlot}</p>
<p>${legalSlot}</p>
<p>${say(NO_TRACKERS)}</p>`

export const portalPage = (
  app: App,
  request: DocumentRequest,
  {
    title,
    body,
    status,
    person,
    sandbox = person?.sandbox ?? false,
    product = HOME,
    live,
    about,
    aboutBelow = false,
    places = about?.places,
  }: PortalPage,
): Promise<Document> =>
  page({
    title,
    status: status ?? 200,
    body: html`${about && !aboutBelow ? asked(app, about) : ''}${body}${about && aboutBelow ? asked(app, about) : ''}`,
    styles: ['portal.css'],
    home: product.href,
    nav: person ? personNav(person, request) : strangerNav(product),
    foot: foot(app, places),
    ...(sandbox && { ribbon: sandboxRibbon() }),
    ...(live && { refreshSeconds: 3, scripts: { nonce: request.nonce, names: ['htmx.js'] } }),
  })

export const queryText = ({ query }: DocumentRequest, name: string): string =>
  [query[name] ?? ''].flat()[0] ?? ''

export type Milestone = { name: string; path?: string | null }

const item = ({ name, path }: Milestone, at: number, current: number): Html => {
  if (at === current) return html`<li aria-current="step"><span>${name}</span></li>`
  if (at > current) return html`<li><span>${name}</span></li>`
  const label = path ? html`<a href="${path}">${name}</a>` : html`<span>${name}</span>`
  return html`<li class="done">${label}<span class="hidden"> ${say('(done)')}</span></li>`
}

export const milestoneList = (
  milestones: readonly Milestone[],
  current: number,
): Html => html`<nav class="path${milestones.length > 5 ? ' long' : ''}" aria-label="${say('Your progress')}">
<ol>
${milestones.map((milestone, at) => item(milestone, at, current))}
</ol>
</nav>`
