import { html } from 'hono/html'
import type { Html } from './html.ts'

type Problem = string | undefined

const errorText = (problem: Problem): Html =>
  html`${problem ? html`<p class="error-text" id="problem" role="alert">${problem}</p>` : ''}`

const marks = (problem: Problem, hintId = ''): Html => {
  const ids = `${hintId}${problem ? ' problem' : ''}`.trim()
  return html`${ids === '' ? '' : html` aria-describedby="${ids}"`}${problem ? html` aria-invalid="true" autofocus` : ''}`
}

type AskedEmail = { label: string; hint?: string; email?: string; problem: Problem }

export const emailField = ({ label, hint, email = '', problem }: AskedEmail): Html => html`<div class="field">
<label for="email">${label}</label>
${hint === undefined ? '' : html`<p class="hint small" id="email-hint">${hint}</p>`}
${errorText(problem)}
<input id="email" name="email" type="email" value="${email}" autocomplete="email" maxlength="254" required${marks(problem, hint === undefined ? '' : 'email-hint')}>
</div>`

type AskedCode = { label?: string; autofocus?: boolean; problem: Problem }

export const codeField = ({
  label = 'Code',
  autofocus = false,
  problem,
}: AskedCode): Html => html`<div class="field">
<label for="code">${label}</label>
${errorText(problem)}
<input id="code" name="code" class="short" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required${autofocus && !problem ? html` autofocus` : ''}${marks(problem)}>
</div>`

export const codeSentIntro = (
  email: string,
  { mailbox }: { mailbox: boolean },
): Html => html`<h1>Check your email</h1>
<p class="lede">We sent a six-digit code to <strong>${email}</strong>. It expires in 10 minutes. If it’s not there in a minute, check your spam folder.</p>
${mailbox ? html`<p class="callout info">No email server is configured. Read the code in the <a href="/dev/mailbox" target="_blank">development mailbox</a>.</p>` : ''}`
