import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'

type Form = { token: Html; path: string; id: string; body: Html }

export const form = ({
  token,
  path,
  id,
  body,
}: Form) => html`<form method="post" action="${path}" aria-label="${id}">
${token}
${body}
</form>`
