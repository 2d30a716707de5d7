import { html } from 'hono/html'
import type { ErrorResponse } from '../http/failure-reply.ts'
import type { Document } from '../http/pages/document.ts'
import { page } from './frame.ts'

const TITLES: Record<number, string> = {
  403: 'This was not accepted',
  404: 'There is nothing here',
  409: 'This does not fit any more',
  429: 'Too many tries',
  503: 'Not ready right now',
}

const titleOf = (status: number): string =>
  TITLES[status] ?? (status >= 500 ? 'Something went wrong here' : 'This did not work')

/** The catalog speaks to agents; a person who opened an address that does not exist needs other words. */
const sentence = ({ error, message }: ErrorResponse): string =>
  error === 'not_found' ? 'The address may be mistyped, or the page has moved.' : message

const waitWords = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

export const failurePage = (failure: ErrorResponse, status: number): Promise<Document> =>
  page({
    title: titleOf(status),
    status,
    body: html`<div class="narrow">
<h1>${titleOf(status)}</h1>
<p class="lede">${sentence(failure)}</p>
${failure.retry_after ? html`<p>Wait ${waitWords(failure.retry_after)}, then try again.</p>` : ''}
<p><small>If you ask for help, name this number: <code>${failure.request_id}</code></small></p>
</div>`,
  })
