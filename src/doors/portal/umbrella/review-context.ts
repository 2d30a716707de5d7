import { html } from 'hono/html'
import type { PaidRow } from '../../../agency/policies/how-paid.ts'
import type { Underlying } from '../../../agency/policies/life/limits.ts'
import type { Language } from '../../../platform/language/language.ts'
import { errorSummary, type FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { noticeView } from '../../../platform/pages/notice.ts'
import type { GivenConsent } from '../../../products/line/record/consent.ts'
import type { AskedQuestion } from '../../../products/line/tasks/tasks.ts'
import type { UmbrellaSession } from '../../../products/umbrella/operator/session-schema.ts'
import type { BuyersPurchase } from '../../../products/umbrella/portal/buyers-purchase.ts'
import type { BuyersReview } from '../../../products/umbrella/portal/buyers-review.ts'
import type { BuyersSigning } from '../../../products/umbrella/portal/buyers-signature.ts'

export type ReviewContext = {
  view: BuyersReview
  session: UmbrellaSession
  signing: BuyersSigning | null
  purchase: BuyersPurchase
  paid: readonly PaidRow[]
  isLimitOld: boolean
  underlying: Underlying | null
  consents: readonly GivenConsent[]
  isOnPaper: boolean
  carrierQuestions: readonly AskedQuestion[]
  language: Language
  path: string
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
${noticeView(notice)}
<h1>${heading}</h1>
<p class="lede">${lede}</p>
${body}
</div>`
