import { html, raw } from 'hono/html'
import { agencyFor, agencyLine, type Licensing } from '../config/agency.ts'
import { DEMONSTRATION, DEMONSTRATION_NOTICE } from '../config/demonstration.ts'
import type { Document } from '../http/pages/document.ts'
import type { Clock } from '../lib/clock.ts'

const BANNER = '<!-- banner -->'
const AGENCY = '<!-- agency -->'

/** Where a page without a ribbon of its own shows that the carriers are invented. */
export const bannerSlot = raw(BANNER)

/** Where a page without a foot of its own names the agency. */
export const agencySlot = raw(AGENCY)

export const ribbon = (mark: string, notice: string) =>
  html`<p class="ribbon" role="note"><strong>${mark}</strong> <span>${notice}</span></p>`

export const demonstrationMark = html`<p><span class="badge warning">${DEMONSTRATION}</span></p>`

const demonstration = String(ribbon(`${DEMONSTRATION}.`, DEMONSTRATION_NOTICE))

type Service = { config: Licensing & { demoCarriers: boolean }; clock: Clock }

/** Pages are written without knowing the service's settings. Its marks are put in just before they are sent. */
export const withMarks = (document: Document, { config, clock }: Service): Document => {
  if (typeof document.body !== 'string') return document
  const agency = html`${agencyLine(agencyFor(config, [], clock.now()))}`
  const body = document.body
    .replace(BANNER, () => (config.demoCarriers ? demonstration : ''))
    .replace(AGENCY, () => String(agency))
  return { ...document, body }
}

type Page<A> = { page: boolean; respond(app: A, request: never): Promise<Document> | Document }

export const pageWithMarks = <A extends Service, P extends Page<A>>(row: P): P =>
  row.page
    ? { ...row, respond: async (app: A, request: never) => withMarks(await row.respond(app, request), app) }
    : row
