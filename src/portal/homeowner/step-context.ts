import { html } from 'hono/html'
import type { Application } from '../../homeowners/application/application.ts'
import type { PortalView } from '../../homeowners/portal/facts.ts'
import { errorSummary, type FieldError } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'

/** All that a step is screenOf from: how the application stands, and what was sent and refused just now. */
export type StepContext = {
  view: PortalView
  application: Application
  /** Goes into every form. */
  token: Html
  typed: URLSearchParams
  errors: readonly FieldError[]
  /** What happened just before, in a sentence. */
  notice: string | null
  agency: { name: string; phone: string | null }
}

export const errorAt = ({ errors }: StepContext, name: string): string | undefined => {
  const error = errors.find(one => one.name === name)
  return error?.inPlace ?? error?.message
}

/** Above a step: what is wrong with what was sent, or what has just happened. */
export const messagesView = ({
  errors,
  notice,
}: StepContext): Html => html`${errors.length > 0 ? errorSummary(errors) : ''}
${notice ? html`<div class="callout info" role="status"><p>${notice}</p></div>` : ''}`

/** What a person sees of a step: its heading, a sentence, and one card at a time. */
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

/** Whom to ask, at the end of a sentence. */
export const contactAgency = ({ agency: { name, phone } }: StepContext): string =>
  phone === null ? `ask ${name}` : `call ${name}, ${phone}`
