import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import type { Document, DocumentRequest } from '../../platform/http/pages/document.ts'
import { page } from '../../platform/pages/frame.ts'
import { hadSession } from './operator-session.ts'
import { emailForm, linkInstructions } from './sign-in-page.ts'

const ended = html`<h1>Your session has ended</h1>
<p class="lede">Sessions last 30 minutes and end when their key does. Nothing was lost. Sign in again:</p>`

const never = html`<h1>Sign in or create an account</h1>
<p class="lede">Get your operator key, try the sandbox, and track your customers’ requests. We’ll email you a code.</p>`

/** `#live` replaces the live part of a page that polls, which ends its polling. */
export const signedOutPage = (app: App, request: DocumentRequest): Promise<Document> =>
  page({
    title: 'Sign in',
    status: 401,
    styles: ['dashboard.css'],
    body: html`<div id="live" class="narrow">
${hadSession(request) ? ended : never}
${emailForm({ request })}
${linkInstructions(app)}
</div>`,
  })
