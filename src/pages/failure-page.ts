import { html } from 'hono/html'
import type { ErrorResponse } from '../http/failure-reply.ts'
import type { Document } from '../http/pages/document.ts'
import { page } from './frame.ts'

const TITLES: Record<number, string> = {
  403: 'You can’t do this',
  404: 'Page not found',
  409: 'Something has changed',
  429: 'Too many attempts',
  503: 'Temporarily unavailable',
}

const titleOf = (status: number): string =>
  TITLES[status] ?? (status >= 500 ? 'Something went wrong on our side' : 'That didn’t work')

const sentence = ({ error, message }: ErrorResponse): string =>
  error === 'not_found' ? 'Check the address for typos. The page may have moved.' : message

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
<p><small>If you contact us, include this number: <code>${failure.request_id}</code></small></p>
</div>`,
  })
