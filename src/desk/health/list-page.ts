import { html } from 'hono/html'
import type { PageAsked } from '../../db/after-row.ts'
import type { DocumentRequest } from '../../http/pages/document.ts'

const SHOWN = 25

export type HealthList = 'carriers' | 'emails' | 'jobs' | 'webhooks'

/** Each list of the page is on its own page of rows. */
export const pageAsked = ({ query }: Pick<DocumentRequest, 'query'>, list: HealthList): PageAsked => {
  const after = String(query[list] ?? '')
  return { after: /^\w[\w.-]{0,99}$/.test(after) ? after : null, limit: SHOWN }
}

export const nextLink = (list: HealthList, next: string | null) =>
  next === null ? '' : html`<p><a href="/desk/health?${list}=${next}#${list}">More ${list}</a></p>`
