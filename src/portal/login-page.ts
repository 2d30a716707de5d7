import { html } from 'hono/html'
import type { App } from '../app.ts'
import type { DocumentRow } from '../http/document.ts'
import { page } from '../pages/frame.ts'

/** Where the links in mails and answers lead. It says plainly that signing in is not possible yet. */
export const portalLoginPage: DocumentRow<App> = {
  path: '/portal/login',
  page: true,
  contract: null,
  respond: () =>
    page({
      title: 'Your quotes',
      body: html`<div class="narrow">
<h1>Your quotes</h1>
<p class="lede">This is where you will sign in to look at your home insurance quotes, check the answers and choose.</p>
<div class="callout info"><p>Signing in is not open yet. Your application is safe, and nothing has been bought. Please ask the business that sent you here, or come back later.</p></div>
</div>`,
    }),
}
