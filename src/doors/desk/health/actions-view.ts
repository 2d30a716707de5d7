import { html } from 'hono/html'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import type { Html } from '../../../platform/pages/frame.ts'
import { form } from '../parts/form.ts'
import { lineInput } from '../parts/one-line-field.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'

export const customerCell = (uid: string | null) => (uid ? html`<a href="/desk/book/${uid}">${uid}</a>` : '–')

export type Around = { token: Html; staff: Staff; request: DocumentRequest }

export const actionsFor = ({ token, staff }: Around, { path, name }: { path: string; name: string }) =>
  html`${
    mayDo(staff.role, 'retry')
      ? form({
          token,
          path,
          label: `Try again: ${name}`,
          body: html`<input type="hidden" name="from" value="health"><button class="secondary">Try again</button>`,
        })
      : ''
  }${
    mayDo(staff.role, 'close_failed')
      ? html`<details><summary>Close</summary>${form({
          token,
          path: `${path}/close`,
          label: `Close: ${name}`,
          body: html`<label for="${path}-reason">Why it does not need to be done</label>
${lineInput({ id: `${path}-reason`, name: 'reason' })}<button class="secondary">Close</button>`,
        })}</details>`
      : ''
  }`
