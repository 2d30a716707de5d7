import { html } from 'hono/html'
import { fail } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/pages/frame.ts'

const LONGEST = 300

export const optionalLine = (form: URLSearchParams, name: string): string | null => {
  const text = (form.get(name) ?? '').trim()
  if (text === '') return null
  if (text.length > LONGEST || /\p{C}/u.test(text))
    fail('invalid_request', { message: `Enter one line of at most ${LONGEST} characters.` })
  return text
}

export const requiredLine = (form: URLSearchParams, name: string, missing: string): string =>
  optionalLine(form, name) ?? fail('invalid_request', { message: missing })

type Line = { id: string; name: string; required?: boolean; attributes?: Html }

export const lineInput = ({ id, name, required = true, attributes = html`` }: Line): Html =>
  html`<input id="${id}" name="${name}" maxlength="${LONGEST}"${required ? html` required` : ''}${attributes}>`

export const noteField = (id: string, { required = true } = {}): Html => html`<div class="field">
<label for="${id}">Why${required ? '' : ' (optional)'}</label>
<p class="hint small" id="${id}-hint">Only staff can read it.</p>
${lineInput({ id, name: 'note', required, attributes: html` aria-describedby="${id}-hint"` })}</div>`
