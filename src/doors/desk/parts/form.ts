import { html } from 'hono/html'
import { line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { Html } from '../../../platform/pages/html.ts'

type PostForm = { token: Html; path: string; label: string; body: Html; isUpload?: true }

export const postForm = ({
  token,
  path,
  label,
  body,
  isUpload,
}: PostForm) => html`<form method="post" action="${path}" aria-label="${label}"${isUpload ? html` enctype="multipart/form-data"` : ''}>
${token}
${body}
</form>`

export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

const note = { hint: 'Only staff can read it.', missing: 'Enter why.' }

export const why = form({ note: line('Why', note) })

export const whyIfAny = form({ note: line('Why', { ...note, optional: true }) })
