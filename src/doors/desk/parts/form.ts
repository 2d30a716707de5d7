import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/frame.ts'

type Form = { token: Html; path: string; label: string; body: Html }

export const form = ({
  token,
  path,
  label,
  body,
}: Form) => html`<form method="post" action="${path}" aria-label="${label}">
${token}
${body}
</form>`
