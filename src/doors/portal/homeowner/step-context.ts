import { html } from 'hono/html'
import { contactWords } from '../../../platform/config/agency.ts'
import type { Language } from '../../../platform/language/language.ts'
import { errorSummary, type FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { noticeView } from '../../../platform/pages/notice.ts'
import type { Application } from '../../../products/homeowners/application/application.ts'
import type { PortalView } from '../../../products/homeowners/portal/facts.ts'
import type { GivenConsent } from '../../../products/line/record/consent.ts'

export type StepContext = {
  view: PortalView
  application: Application
  consents: readonly GivenConsent[]
  isOnPaper: boolean
  language: Language
  token: Html
  typed: URLSearchParams
  errors: readonly FieldError[]
  notice: string | null
  agency: { name: string; phone: string | null }
}

export const errorAt = ({ errors }: StepContext, name: string): string | undefined => {
  const error = errors.find(one => one.name === name)
  return error?.inPlace ?? error?.message
}

export const messagesView = ({
  errors,
  notice,
}: StepContext): Html => html`${errors.length > 0 ? errorSummary(errors) : ''}
${noticeView(notice)}`

export const stopsView = ({ view: { stops } }: StepContext): Html =>
  html`${stops.map(words => html`<div class="callout warning"><p>${words}</p></div>`)}`

export const stepBody = (
  context: StepContext,
  { heading, lede }: { heading: string; lede: Html | string },
  body: Html,
): Html =>
  html`<div class="leaf">
${messagesView(context)}
<h1>${heading}</h1>
<p class="lede">${lede}</p>
${body}
</div>`

export const contactAgency = ({ agency }: StepContext): string => contactWords(agency)
