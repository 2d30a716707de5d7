import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'
import type { Notice } from '../../rules/notices.ts'

export const noticesView = (
  notices: readonly Notice[],
): Html => html`<section class="card bound sheet" aria-labelledby="notices-heading">
<h2 id="notices-heading">Notices</h2>
${notices.map(
  ({ title, text, citation }) => html`<h3>${title}</h3>
<p>${text}</p>
${citation ? html`<p class="soft small">${citation}</p>` : ''}`,
)}
</section>`
