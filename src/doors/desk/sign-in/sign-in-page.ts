import { html } from 'hono/html'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { codeField, emailField } from '../../../platform/pages/sign-in-fields.ts'

type Shown = { token: Html; problem?: string }

export const deskSignInPage = ({ token, problem, isUnsent = false }: Shown & { isUnsent?: boolean }) =>
  page({
    title: 'Sign in to the desk',
    status: problem ? 400 : 200,
    nav: html``,
    body: html`<div class="narrow">
<h1>Sign in to the desk</h1>
${isUnsent ? html`<div class="callout warning"><p>You were signed out, and what you just sent isn’t saved. Sign in again in this browser within 15 minutes, and you can send it then.</p></div>` : ''}
<p class="lede">For agency staff. We’ll email you a code.</p>
<form method="post" action="/desk/sign-in">
${token}
${emailField({ label: 'Email', problem })}
<button>Email me a code</button>
</form>
</div>`,
  })

export const deskCodePage = ({ token, problem, email }: Shown & { email: string }) =>
  page({
    title: 'Enter the code',
    status: problem ? 401 : 200,
    nav: html``,
    body: html`<div class="narrow">
<h1>Enter the code</h1>
<p class="lede">If ${email} belongs to a staff member, we’ve emailed it a six-digit code. It expires in 10 minutes.</p>
<form method="post" action="/desk/code">
${token}
<input type="hidden" name="email" value="${email}">
${codeField({ problem })}
<p class="row"><button>Sign in</button> <a href="/desk/sign-in">Use another email address</a></p>
</form>
</div>`,
  })
