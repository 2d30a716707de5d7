import { html } from 'hono/html'
import { page } from '../../../platform/pages/frame.ts'

export const recoveryCodesPage = (codes: readonly string[]) =>
  page({
    title: 'Your recovery codes',
    nav: html``,
    body: html`<div class="narrow">
<h1>Your recovery codes</h1>
<p class="lede">Save these codes in your password manager, or print them. If you lose your authenticator app, sign in with one of them. Each works once.</p>
<ul class="plain-list">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>
<p>We don’t show them again. Earlier codes no longer work.</p>
<p><a class="button" href="/desk">Continue to the desk</a></p>
</div>`,
  })
