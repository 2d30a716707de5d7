import { html } from 'hono/html'
import { line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { hidden, postForm } from '../parts/form.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'

export const closeForm = form({
  reason: line('Why it does not need to be done', { missing: 'Enter why this does not need to be done.' }),
})

export const customerCell = (uid: string | null) => (uid ? html`<a href="/desk/book/${uid}">${uid}</a>` : '–')

export type Around = { token: Html; staff: Staff; request: DocumentRequest }

export const actionsFor = ({ token, staff }: Around, { path, name }: { path: string; name: string }) =>
  html`${
    mayDo(staff.role, 'retry')
      ? postForm({
          token,
          path,
          label: `Try again: ${name}`,
          body: html`${hidden('from', 'health')}<button class="secondary">Try again</button>`,
        })
      : ''
  }${
    mayDo(staff.role, 'close_failed')
      ? html`<details><summary>Close</summary>${postForm({
          token,
          path: `${path}/close`,
          label: `Close: ${name}`,
          body: html`${closeForm.draw({ within: path })}<button class="secondary">Close</button>`,
        })}</details>`
      : ''
  }`
