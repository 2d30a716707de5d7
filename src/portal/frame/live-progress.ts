import { html } from 'hono/html'
import type { Document, DocumentRequest } from '../../http/pages/document.ts'
import type { Html } from '../../pages/frame.ts'
import { queryText } from './query-text.ts'

/** Only htmx asks like this, while something is under way. */
export const isProgressPoll = ({ query }: DocumentRequest): boolean => query.poll !== undefined

type UnderWay = { quoting?: { answered: number } | null }

/** How far it is; as long as this stays the same there is nothing new to say. */
const markOf = ({ quoting }: UnderWay): string => String(quoting?.answered ?? 0)

export const isProgressUnchanged = (request: DocumentRequest, view: UnderWay): boolean =>
  queryText(request, 'poll') === markOf(view)

const TEXT = 'text/plain; charset=utf-8'

/** Nothing is exchanged, so that a screen reader does not say the same again and again. */
export const nothingNew: Document = { type: TEXT, body: '', status: 204 }

/** It is over: the browser goes to the page that is at hand now. */
export const goTo = (path: string): Document => ({ type: TEXT, body: '', headers: { 'hx-redirect': path } })

/** Asks for itself every two seconds, and leads on when it is over. Without JavaScript the whole page reloads. */
export const progressCard = (
  view: UnderWay,
  path: string,
  inside: Html,
): Html => html`<div class="card bound sheet progress" role="status">
<div id="progress" hx-get="${path}?poll=${markOf(view)}" hx-trigger="every 2s" hx-select="#progress" hx-swap="outerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none">
${inside}
</div>
</div>
<noscript><p><a class="button secondary" href="${path}">Look again</a></p></noscript>`
