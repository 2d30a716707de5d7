import { html } from 'hono/html'
import { keepsEmails } from '../../agency/emails/outbox.ts'
import type { App } from '../../platform/app.ts'
import type { Document, DocumentRequest } from '../../platform/http/pages/document.ts'
import { curlLine } from '../../platform/pages/first-key.ts'
import { page } from '../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../platform/pages/html.ts'
import { codeField, codeSentIntro, emailField } from '../../platform/pages/sign-in-fields.ts'

export const SIGN_IN = '/dashboard/sign-in'
export const SIGN_IN_CODE = '/dashboard/sign-in/code'

type Asking = { request: DocumentRequest; email?: string; problem?: string | undefined }

export const emailForm = ({ request, email = '', problem }: Asking): Html => html`
<form method="post" action="${SIGN_IN}" class="card bound" novalidate>
${tokenField(request)}
${emailField({ label: 'Work email', hint: 'Your own, never a customer’s.', email, problem })}
<p><button>Email me a code</button></p>
</form>`

export const linkInstructions = ({ config: { publicUrl } }: App): Html => html`
<details><summary>Sign in with your operator key instead</summary>
<p>Send this call, then open its <code>dashboard_url</code> in this browser within 5 minutes:</p>
<pre><code>${curlLine({ url: `${publicUrl}/api/agent/homeowners/dashboard/session` })}</code></pre>
</details>`

export const emailPage = (app: App, asking: Asking): Promise<Document> =>
  page({
    title: 'Sign in',
    status: asking.problem ? 400 : 200,
    styles: ['dashboard.css'],
    body: html`<div class="narrow">
<h1>Sign in or create an account</h1>
<p class="lede">Enter your email. We’ll send you a six-digit code.</p>
${emailForm(asking)}
${linkInstructions(app)}
</div>`,
  })

export const codePage = (app: App, { request, email = '', problem }: Asking): Promise<Document> =>
  page({
    title: 'Enter the code',
    status: problem ? 400 : 200,
    styles: ['dashboard.css'],
    body: html`<div class="narrow">
${codeSentIntro(email, { mailbox: keepsEmails(app) })}
<form method="post" action="${SIGN_IN_CODE}" class="card bound" novalidate>
${tokenField(request)}
<input type="hidden" name="email" value="${email}">
${codeField({ problem, autofocus: true })}
<div class="field">
<label for="organization_name">Business name</label>
<p class="hint small" id="organization-hint">Optional, for new accounts. Emails to your customers show it.</p>
<input id="organization_name" name="organization_name" autocomplete="organization" maxlength="200" aria-describedby="organization-hint">
</div>
<p><button>Continue</button></p>
</form>
<p><a href="${SIGN_IN}">Use a different email or get a new code</a></p>
<p class="soft small">If you’re new, we’ll also create your operator key. If you have one, it keeps working.</p>
</div>`,
  })
