import { html } from 'hono/html'
import { fieldView } from '../../../platform/pages/fields.ts'

export const refundPath = (uid: string): string => `/desk/money/customers/${uid}`

export const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`

export const amountField = (name: string, label: string, hint: string) =>
  fieldView({ name, label, hint, texts: [], control: { kind: 'line', short: true } })

type Choice = { name: string; label: string; options: readonly { value: string; label: string }[] }

export const choiceField = ({ name, label, options }: Choice) =>
  fieldView({ name, label, texts: [], control: { kind: 'select', options: [...options] } })
