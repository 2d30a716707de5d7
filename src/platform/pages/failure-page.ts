import { html } from 'hono/html'
import { Failure } from '../errors.ts'
import type { ErrorResponse } from '../http/failure-reply.ts'
import type { Document } from '../http/pages/document.ts'
import { inSameLanguage } from '../http/pages/readers-language.ts'
import { language } from '../language/language.ts'
import { page } from './frame.ts'
import { say, sayHtml, sayKnown } from './say.ts'
import { contactSlot } from './service-marks.ts'

const TITLES = {
  403: 'You can’t do this',
  404: 'Page not found',
  405: 'There’s no page here',
  409: 'Something has changed',
  429: 'Too many attempts',
  503: 'Temporarily unavailable',
} as const

const titleOf = (status: number): string => {
  const { [status]: title } = TITLES as Partial<Record<number, (typeof TITLES)[keyof typeof TITLES]>>
  return say(title ?? (status >= 500 ? 'Something went wrong on our side' : 'That didn’t work'))
}

const FOR_PEOPLE = {
  rate_limited: 'There were too many requests in a short time.',
  too_many_attempts: 'There were too many failed attempts.',
  unavailable: 'The service is temporarily unavailable.',
} as const

const isForPeople = (error: string): error is keyof typeof FOR_PEOPLE => error in FOR_PEOPLE

/** Messages are also written for the API. One without Spanish is replaced by a sentence that always helps. */
const messageWords = (message: string): string => {
  const words = sayKnown(message)
  return language() === 'es' && words === message
    ? say('Go back, load the page again and try once more.')
    : words
}

const NOT_FOUND = new Failure('not_found').message

const sentence = ({ error, message }: ErrorResponse): string => {
  if (error === 'not_found' && message === NOT_FOUND)
    return say('Check the address for typos. The page may have moved.')
  if (isForPeople(error) && message.includes('Retry-After')) return say(FOR_PEOPLE[error])
  return error === 'internal_error'
    ? say('It’s not your fault. We didn’t save this step; everything before it is safe.')
    : messageWords(message)
}

const waitWords = (seconds: number): string =>
  seconds < 120
    ? say('Wait {seconds, plural, one {# second} other {# seconds}}, then try again.', { seconds })
    : say('Wait {minutes} minutes, then try again.', { minutes: Math.ceil(seconds / 60) })

const places = () => html`<h2>${say('Where to next?')}</h2>
<ul>
<li>${sayHtml('<a>Continue your application</a>, with the link from our email', { a: text => html`<a href="${inSameLanguage('/portal/login')}">${text}</a>` })}</li>
<li><a href="${inSameLanguage('/calculators')}">${say('Estimate what insurance costs')}</a></li>
<li>${sayHtml('<a>Docs</a>, for developers', { a: text => html`<a href="/docs">${text}</a>` })}</li>
<li><a href="${inSameLanguage('/')}">${say('Start page')}</a></li>
</ul>`

const retry = (isWaitSaid: boolean) =>
  html`<p>${
    isWaitSaid
      ? sayHtml('If it happens again, please {contact}.', { contact: contactSlot })
      : sayHtml('Go back and try again in a minute. If it happens again, please {contact}.', {
          contact: contactSlot,
        })
  }</p>`

const nextSteps = (status: number, { retry_after }: ErrorResponse) => {
  if (status === 404 || status === 405) return places()
  return status >= 500 ? retry(Boolean(retry_after)) : ''
}

export const failurePage = (failure: ErrorResponse, status: number): Promise<Document> =>
  page({
    title: titleOf(status),
    status,
    body: html`<div class="narrow">
<h1>${titleOf(status)}</h1>
<p class="lede">${sentence(failure)}</p>
${failure.retry_after ? html`<p>${waitWords(failure.retry_after)}</p>` : ''}
${nextSteps(status, failure)}
<p><small>${sayHtml('If you contact us, include this number: {number}', { number: html`<code>${failure.request_id}</code>` })}</small></p>
</div>`,
  })
