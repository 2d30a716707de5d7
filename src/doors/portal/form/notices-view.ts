import { html } from 'hono/html'
import type { Notice } from '../../../agency/rules/notices.ts'
import { language } from '../../../platform/language/language.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { say } from '../words/say.ts'

export const noticesView = (
  notices: readonly Notice[],
): Html => html`<section class="card bound sheet" aria-labelledby="notices-heading">
<h2 id="notices-heading">${say('Notices')}</h2>
${language() === 'es' ? html`<p class="soft small">Estos avisos están en inglés.</p>` : ''}
<div lang="en">${notices.map(
  ({ title, text, citation }) => html`<h3>${title}</h3>
<p>${text}</p>
${citation ? html`<p class="soft small">${citation}</p>` : ''}`,
)}</div>
</section>`
