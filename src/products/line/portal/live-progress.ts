import { html } from 'hono/html'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { say } from './say.ts'

export const isProgressPoll = ({ query }: DocumentRequest): boolean => query.poll !== undefined

/** What a page waits for, and how much of it is there. */
export const markOf = (stage: string, answered = 0): string => `${stage}.${answered}`

export const stageOf = (mark: string): string => mark.split('.')[0] ?? ''

const TEXT = 'text/plain; charset=utf-8'

/** Swaps nothing, so that a screen reader does not repeat itself. */
export const nothingNew: Document = { type: TEXT, body: '', status: 204 }

export const goTo = (path: string): Document => ({ type: TEXT, body: '', headers: { 'hx-redirect': path } })

type Answers = { asked: number; answered: number }

export const answeredView = (quoting: Answers | null | undefined): Html => {
  const { asked, answered: count } = quoting ?? { asked: 0, answered: 0 }
  return html`<p class="figure">${say('{count} of {asked}', { count, asked })}</p>
<p id="answered">${say('{asked, plural, one {company} other {companies}} {count, plural, one {has} other {have}} answered.', { asked, count })}</p>
<progress max="${Math.max(1, asked)}" value="${count}" aria-labelledby="answered"></progress>`
}

type UnderWay = { nextPath: string; mark: string | null }

export const progressCard = (
  { nextPath, mark }: UnderWay,
  inside: Html,
): Html => html`<div class="card bound sheet progress" role="status">
<div id="progress" hx-get="${nextPath}?poll=${mark}" hx-trigger="every 2s" hx-select="#progress" hx-swap="outerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none">
${inside}
</div>
</div>
<noscript><p><a class="button secondary" href="${nextPath}">${say('Check again')}</a></p></noscript>`

/** Somebody else has the next step, and nobody can say how far it is. */
export const underWayCard = (context: UnderWay, words: string): Html =>
  progressCard(
    context,
    html`<p id="under-way">${words}</p>
<progress aria-labelledby="under-way"></progress>`,
  )
