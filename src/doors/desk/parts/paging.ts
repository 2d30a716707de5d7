import { html } from 'hono/html'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'

const SHOWN = 25

export const pageAsked = (
  { query }: Pick<DocumentRequest, 'query'>,
  list: string,
  limit = SHOWN,
): PageAsked => {
  const after = String(query[list] ?? '')
  return { after: /^\w[\w.:/-]{0,199}$/.test(after) ? after : null, limit }
}

type Next = { path: string; list: string; next: string | null; words?: string }

export const nextLink = ({ path, list, next, words = `More ${list}` }: Next) =>
  next === null
    ? ''
    : html`<p><a href="${path}${path.includes('?') ? '&' : '?'}${list}=${encodeURIComponent(next)}#${list}">${words}</a></p>`
