import { html } from 'hono/html'
import type { App } from '../../app.ts'
import type { Document, DocumentRequest } from '../../http/pages/document.ts'
import { tokenField } from '../../pages/form-token.ts'
import { type Html, page } from '../../pages/frame.ts'

/** Only the first name: other people may see the screen. */
export type ApplicationOwner = { firstName: string; sandbox: boolean; signOutPath?: string }

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
}

const ribbon = html`<p class="ribbon" role="note"><strong>SANDBOX</strong> <span>This is a test. We don’t send email, contact insurance companies or buy anything.</span></p>`

const personNav = (
  { firstName, signOutPath = '/portal/sign-out' }: ApplicationOwner,
  request: DocumentRequest,
): Html => html`<div class="whose">
<span>${firstName === '' ? 'Your application' : html`${firstName}’s application`}</span>
<form method="post" action="${signOutPath}">${tokenField(request)}<button class="quiet">Sign out</button></form>
</div>`

const strangerNav = ({ name }: Product): Html => html`<p class="whose"><span>${name}</span></p>`

const foot = (app: App): Html => html`<p>${agencyLine(app)}</p>
<p>No trackers. Nothing is loaded from other sites.</p>`

const agencyLine = ({ config: { agency } }: App): string =>
  [agency.name, agency.phone, agency.license && `license ${agency.license}`].filter(Boolean).join(' · ')

export const portalPage = (
  app: App,
  request: DocumentRequest,
  { title, body, status, person, sandbox = person?.sandbox ?? false, product = HOME, live }: PortalPage,
): Promise<Document> =>
  page({
    title,
    status: status ?? 200,
    body,
    styles: ['portal.css'],
    brand: { name: 'Bindery', href: product.href },
    nav: person ? personNav(person, request) : strangerNav(product),
    foot: foot(app),
    ...(sandbox && { ribbon }),
    ...(live && { refreshSeconds: 3, scripts: { nonce: request.nonce, names: ['htmx.js'] } }),
  })
