import { html } from 'hono/html'
import { type Html, page } from '../pages/frame.ts'

type Shown = { token: Html; problem?: string }

const problemText = (problem: string | undefined) =>
  problem ? html`<p class="error-text" id="problem" role="alert">${problem}</p>` : ''

const marks = (problem: string | undefined) =>
  problem ? html` aria-invalid="true" aria-describedby="problem"` : ''

export const deskSignInPage = ({ token, problem }: Shown) =>
  page({
    title: 'Sign in to the desk',
    status: problem ? 400 : 200,
    nav: html``,
    body: html`<div class="narrow">
<h1>Sign in to the desk</h1>
<p class="lede">For agency staff. We’ll email you a code.</p>
<form method="post" action="/desk/sign-in">
${token}
<div class="field">
<label for="email">Email</label>
${problemText(problem)}
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254"${marks(problem)}>
</div>
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
<div class="field">
<label for="code">Code</label>
${problemText(problem)}
<input id="code" name="code" class="short" inputmode="numeric" autocomplete="one-time-code" required maxlength="12"${marks(problem)}>
</div>
<p class="row"><button>Sign in</button> <a href="/desk/sign-in">Use another email address</a></p>
</form>
</div>`,
  })
