import { html } from 'hono/html'
import { errorSummary, type FieldError } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'
import type { UmbrellaSession } from '../../umbrella/operator/session-schema.ts'
import type { BuyersReview } from '../../umbrella/portal/buyers-review.ts'

/** All that the review page is drawn from: how the application stands, and what was sent and refused just now. */
export type ReviewContext = {
  view: BuyersReview
  session: UmbrellaSession
  /** Of this page, with its signed link. */
  path: string
  /** Goes into every form. */
  token: Html
  typed: URLSearchParams
  errors: readonly FieldError[]
  /** What happened just before, in a sentence. */
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
