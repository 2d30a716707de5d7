import { html } from 'hono/html'
import type { ErrorResponse } from '../http/failure-reply.ts'
import type { Document } from '../http/pages/document.ts'
import { page } from './frame.ts'
import { contactSlot } from './service-marks.ts'

const TITLES: Record<number, string> = {
  403: 'You can’t do this',
  404: 'Page not found',
  409: 'Something has changed',
  429: 'Too many attempts',
  503: 'Temporarily unavailable',
}

const titleOf = (status: number): string =>
  TITLES[status] ?? (status >= 500 ? 'Something went wrong on our side' : 'That didn’t work')

const sentence = ({ error, message }: ErrorResponse): string => {
  if (error === 'not_found') return 'Check the address for typos. The page may have moved.'
  return error === 'internal_error'
    ? 'It’s not your fault. We didn’t save this step; everything before it is safe.'
    : message
}

const waitWords = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

const places = html`<h2>Where to next?</h2>
<ul>
<li><a href="/portal/login">Continue your application</a>, with the link from our email</li>
<li><a href="/calculators">Estimate what insurance costs</a></li>
<li><a href="/docs">Docs</a>, for developers</li>
<li><a href="/">Start page</a></li>
</ul>`

const retry = html`<p>Go back and try again in a minute. If it happens again, please ${contactSlot}.</p>`

const nextSteps = (status: number) => {
  if (status === 404) return places
  return status >= 500 ? retry : ''
}

export const failurePage = (failure: ErrorResponse, status: number): Promise<Document> =>
  page({
    title: titleOf(status),
    status,
    body: html`<div class="narrow">
<h1>${titleOf(status)}</h1>
<p class="lede">${sentence(failure)}</p>
${failure.retry_after ? html`<p>Wait ${waitWords(failure.retry_after)}, then try again.</p>` : ''}
${nextSteps(status)}
<p><small>If you contact us, include this number: <code>${failure.request_id}</code></small></p>
</div>`,
  })
