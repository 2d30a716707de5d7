import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { agencyFor, agencyLine, type LicensedPlace } from '../../config/agency.ts'
import type { Document, DocumentRequest } from '../../http/pages/document.ts'
import { tokenField } from '../../pages/form-token.ts'
import { type Html, NO_TRACKERS, page } from '../../pages/frame.ts'
import { agencySlot, legalSlot, ribbon } from '../../pages/service-marks.ts'

/** Only the first name: other people may see the screen. */
export type ApplicationOwner = { firstName: string; sandbox: boolean; signOutPath?: string }

/** Whose application a page is about: who asked for it, and where the agency must be licensed for it. */
export type About = { referredBy: string | null; places: readonly LicensedPlace[] }

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
}

const sandboxRibbon = ribbon(
  'SANDBOX',
  'This is a test. We don’t send email, contact insurance companies or buy anything.',
)

const personNav = (
  { firstName, signOutPath = '/portal/sign-out' }: ApplicationOwner,
  request: DocumentRequest,
): Html => html`<div class="whose">
<span>${firstName === '' ? 'Your application' : html`${firstName}’s application`}</span>
<form method="post" action="${signOutPath}">${tokenField(request)}<button class="quiet">Sign out</button></form>
</div>`

const strangerNav = ({ name }: Product): Html => html`<p class="whose"><span>${name}</span></p>`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Who asked for the application, and who answers: people should know both before they type anything. */
const asked = ({ config, clock }: App, { referredBy, places }: About): Html => {
  const { name, license, phone } = agencyFor(config, places, clock.now())
  const agency = license === null ? 'an insurance agency' : `a licensed insurance agency (${license})`
  return html`<p class="asked">${capital(referredBy ?? 'a business you work with')} asked us to get quotes for you. We’re <strong>${name}</strong>, ${agency}.${phone === null ? '' : ` Questions? Call ${phone}.`}</p>`
}

const foot = (
  { config, clock }: App,
  about: About | undefined,
): Html => html`<p>${about ? agencyLine(agencyFor(config, about.places, clock.now())) : agencySlot}</p>
<p>${legalSlot}</p>
<p>${NO_TRACKERS}</p>`

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
  }: PortalPage,
): Promise<Document> =>
  page({
    title,
    status: status ?? 200,
    body: html`${about ? asked(app, about) : ''}${body}`,
    styles: ['portal.css'],
    home: product.href,
    nav: person ? personNav(person, request) : strangerNav(product),
    foot: foot(app, about),
    ...(sandbox && { ribbon: sandboxRibbon }),
    ...(live && { refreshSeconds: 3, scripts: { nonce: request.nonce, names: ['htmx.js'] } }),
  })
