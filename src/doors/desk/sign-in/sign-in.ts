import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Budget } from '../../../platform/http/budgets/budget.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { parseEmail, typedEmail } from '../../../platform/lib/email-address.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { redeemCode, tryCode } from '../../../platform/signin/one-time-code.ts'
import { closeSession } from '../../../platform/signin/session.ts'
import { isStaff, signedInStaff, startStaffSession } from '../staff/staff.ts'
import { requestDeskCode } from './code-job.ts'
import { deskCodePage, deskSignInPage } from './sign-in-page.ts'
import { hasUnsent, withoutReturn, writerCookie } from './unsent.ts'

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
