import { html, raw } from 'hono/html'
import {
  type Brand,
  contactWords,
  demonstration,
  demonstrationNotice,
  generalAgencyLine,
  type Licensing,
} from '../config/agency.ts'
import type { Document, DocumentRequest, DocumentRow } from '../http/pages/document.ts'
import { inSameLanguage } from '../http/pages/readers-language.ts'
import { speaking } from '../language/language.ts'
import type { Clock } from '../lib/clock.ts'
import { brandFiles } from './brand-files.ts'
import { KEPT_FORM, languageSwitch } from './language-switch.ts'
import { say, sayHtml } from './say.ts'

export const phoneLink = (number: string) =>
  html`<a class="phone" href="tel:${number.replaceAll(/[^\d+]/g, '')}">${number}</a>`

type Service = {
  config: Licensing & { brand: Brand; demoCarriers: boolean; publicUrl: string }
  clock: Clock
}

export const ribbon = (mark: string, notice: string) =>
  html`<p class="ribbon" role="note"><strong>${mark}</strong> <span>${notice}</span></p>`

const brandMark = ({ config: { agency, brand } }: Service) => {
  const { logo, icon } = brandFiles(brand)
  if (logo === null) return html`<img src="${icon}" alt="" width="32" height="32">${agency.name}`
  const width = Math.round((40 * logo.width) / logo.height)
  const image = (alt: string) =>
    html`<img class="logo" src="${logo.url}" alt="${alt}" width="${width}" height="40">`
  return logo.wordmark ? image(agency.name) : html`${image('')}${agency.name}`
}

const head = ({ config: { brand } }: Service) => {
  const { style, icon, touchIcon } = brandFiles(brand)
  return html`<link rel="icon" href="${icon}">
<link rel="apple-touch-icon" href="${touchIcon}">${style === null ? '' : html`<link rel="stylesheet" href="${style}">`}`
}

const legal = ({ config: { brand } }: Service) =>
  html`<a href="${brand.privacyUrl ?? inSameLanguage('/privacy')}">${say('Privacy')}</a> · <a href="${brand.termsUrl ?? inSameLanguage('/terms')}">${say('Terms')}</a> · <a href="${inSameLanguage('/accessibility')}">${say('Accessibility')}</a>`

const phone = ({
  config: {
    agency: { name, phone: number },
  },
}: Service) =>
  number === null
    ? html`${contactWords({ name, phone: null })}`
    : sayHtml('call {name} at {phone}', {
        name,
        phone: phoneLink(number),
      })

const WRITE = {
  banner: ({ config }: Service) =>
    config.demoCarriers ? ribbon(`${demonstration()}.`, demonstrationNotice()) : '',
  demonstration: () => html`<p><span class="badge warning">${demonstration()}</span></p>`,
  agency: ({ config, clock }: Service) => html`${generalAgencyLine(config, clock.now())}`,
  name: ({ config }: Service) => html`${config.agency.name}`,
  mark: brandMark,
  head,
  language: () => '',
  legal,
  contact: phone,
  site: ({ config }: Service) => html`${config.publicUrl}`,
  touch: ({ config }: Service) => html`${brandFiles(config.brand).touchIcon}`,
}

type Slot = keyof typeof WRITE

/** A person's text cannot contain a slot, because its "<" is escaped. */
const slot = (name: Slot) => raw(`<!-- ${name} -->`)

export const bannerSlot = slot('banner')
export const demonstrationMark = slot('demonstration')
export const agencySlot = slot('agency')
export const agencyNameSlot = slot('name')
export const brandMarkSlot = slot('mark')
export const headSlot = slot('head')
export const languageSlot = slot('language')
export const legalSlot = slot('legal')
export const contactSlot = slot('contact')
export const siteSlot = slot('site')
export const touchIconSlot = slot('touch')

const SLOTS = new RegExp(`<!-- (${Object.keys(WRITE).join('|')}) -->`, 'g')

/** Pages are written without the service's settings. Its marks are inserted just before they are sent. */
export const withMarks = (document: Document, service: Service): Document =>
  typeof document.body === 'string'
    ? { ...document, body: document.body.replaceAll(SLOTS, (_, name: Slot) => String(WRITE[name](service))) }
    : document

type Visit = Pick<DocumentRequest, 'formToken'>

export const withSwitch = (document: Document, visit: Visit | null): Document =>
  visit && typeof document.body === 'string' && document.body.includes(String(languageSlot))
    ? {
        ...document,
        body: document.body.replace(String(languageSlot), () =>
          String(languageSwitch(visit, String(document.body).includes(`id="${KEPT_FORM}"`))),
        ),
      }
    : document

const marked =
  <A extends Service>({ translated }: DocumentRow<A>, respond: DocumentRow<A>['respond']) =>
  async (app: A, request: DocumentRequest): Promise<Document> => {
    const document = await respond(app, request)
    return speaking(document.language ?? request.language, () =>
      withMarks(translated ? withSwitch(document, request) : document, app),
    )
  }

export const pageWithMarks = <A extends Service>(row: DocumentRow<A>): DocumentRow<A> =>
  row.page
    ? {
        ...row,
        respond: marked(row, row.respond),
        ...(row.redraw && { redraw: marked(row, row.redraw) }),
      }
    : row
