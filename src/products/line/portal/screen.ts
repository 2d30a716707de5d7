import { html } from 'hono/html'
import { errorSummary, type FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { noticeView } from '../../../platform/pages/notice.ts'

export type Screen = {
  title: string
  body: Html
  live?: boolean
  /** Who asked us stands below, so that what is chosen from is seen at once. */
  aboutBelow?: boolean
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

export const numberWords = (count: number): string => NUMBERS[count] ?? String(count)

type Messages = { errors: readonly FieldError[]; notice: string | null }

export const errorAt = ({ errors }: Pick<Messages, 'errors'>, name: string): string | undefined => {
  const error = errors.find(one => one.name === name)
  return error?.inPlace ?? error?.message
}

/** The summary of errors names the field. Beside the field, its label does. */
export const errorOf = (name: string, label: string, sentence: string): FieldError => ({
  name,
  message: `${label}${label.endsWith('?') ? '' : ':'} ${sentence}`,
  inPlace: sentence,
})

export const messagesView = ({
  errors,
  notice,
}: Messages): Html => html`${errors.length > 0 ? errorSummary(errors) : ''}
${noticeView(notice)}`

export const stepBody = (
  messages: Messages,
  { heading, lede }: { heading: string; lede: Html | string },
  body: Html,
): Html =>
  html`<div class="leaf">
${messagesView(messages)}
<h1>${heading}</h1>
<p class="lede">${lede}</p>
${body}
</div>`
