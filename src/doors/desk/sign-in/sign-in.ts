import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Budget } from '../../../platform/http/budgets/budget.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { parseEmail, typedEmail } from '../../../platform/lib/email-address.ts'
import { page } from '../../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { codeField, emailField } from '../../../platform/pages/sign-in-fields.ts'
import { redeemCode, tryCode } from '../../../platform/signin/one-time-code.ts'
import { closeSession } from '../../../platform/signin/session.ts'
import { isStaff, signedInStaff, startStaffSession } from '../staff/staff.ts'
import { requestDeskCode } from './code-job.ts'
import { hasUnsent, withoutReturn, writerCookie } from './unsent.ts'

type Shown = { token: Html; problem?: string }

const deskSignInPage = ({ token, problem, isUnsent = false }: Shown & { isUnsent?: boolean }) =>
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

const deskCodePage = ({ token, problem, email }: Shown & { email: string }) =>
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

const emailIn = (form: URLSearchParams): string => typedEmail(form.get('email'))

const perAddress: Budget = { name: 'desk_sign_in', points: 20, seconds: 3600, by: 'address' }
const perEmail = { name: 'desk_sign_in_email', points: 5, seconds: 900, by: emailIn }

const WRONG_CODE = 'The code is wrong or has expired. Check your latest email, or request a new code.'

const spendCode = async (
  app: App,
  email: string,
  { browser, ...given }: { code: string; from: string; browser: string },
): Promise<string | null> => {
  try {
    const row = await tryCode(app, { purpose: 'staff', email }, given)
    if (!(await isStaff(app, email))) return null
    return await transact(app, async inside => {
      await redeemCode(inside, row)
      return startStaffSession(inside, email, browser)
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_otp') return null
    throw error
  }
}

const common = { page: true, contract: null } as const

export const signInRows: DocumentRow<App>[] = [
  {
    ...common,
    path: '/desk/sign-in',
    respond: async (app, request) =>
      (await signedInStaff(app, request.cookies))
        ? redirect('/desk')
        : deskSignInPage({ token: tokenField(request), isUnsent: hasUnsent(app, request) }),
  },
  {
    ...common,
    method: 'POST',
    path: '/desk/sign-in',
    budget: perAddress,
    formBudget: perEmail,
    emails: true,
    async respond(app, request) {
      const token = tokenField(request)
      const email = parseEmail(emailIn(request.form))
      if (email === null)
        return deskSignInPage({
          token,
          problem: 'Enter an email address like name@example.com.',
        })
      await requestDeskCode(app, email)
      return deskCodePage({ token, email })
    },
  },
  {
    ...common,
    method: 'POST',
    path: '/desk/code',
    budget: { ...perAddress, name: 'desk_code' },
    async respond(app, request) {
      const { form } = request
      const email = emailIn(form)
      const code = (form.get('code') ?? '').replaceAll(/\D/g, '')
      const cookie = await spendCode(app, email, { code, from: request.address, browser: request.userAgent })
      return cookie === null
        ? deskCodePage({ token: tokenField(request), email, problem: WRONG_CODE })
        : redirect('/desk', [cookie, writerCookie(app, email)])
    },
  },
  {
    ...common,
    method: 'POST',
    path: '/desk/sign-out',
    respond: async (app, { cookies }) =>
      redirect('/desk/sign-in', [await closeSession(app, 'desk', cookies), withoutReturn()]),
  },
]
