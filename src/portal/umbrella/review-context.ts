import { html } from 'hono/html'
import type { GivenConsent } from '../../line/record/consent.ts'
import { errorSummary, type FieldError } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'
import type { UmbrellaSession } from '../../umbrella/operator/session-schema.ts'
import type { BuyersReview } from '../../umbrella/portal/buyers-review.ts'

/** What the review page is rendered from: the application, and the form that was just refused, if any. */
export type ReviewContext = {
  view: BuyersReview
  session: UmbrellaSession
  consents: readonly GivenConsent[]
  /** This page, with its signed token. */
  path: string
  /** The CSRF field of every form. */
  token: Html
  typed: URLSearchParams
  errors: readonly FieldError[]
  notice: string | null
}

export const errorIn = ({ errors }: Pick<ReviewContext, 'errors'>, name: string): string | undefined => {
  const error = errors.find(one => one.name === name)
  return error?.inPlace ?? error?.message
}

export const reviewBody = (
  { errors, notice }: ReviewContext,
  { heading, lede }: { heading: string; lede: string },
  body: Html,
): Html => html`<div class="leaf">
${errors.length > 0 ? errorSummary(errors) : ''}
${notice ? html`<p class="callout info" role="status">${notice}</p>` : ''}
<h1>${heading}</h1>
<p class="lede">${lede}</p>
${body}
</div>`
