import { keepsEmails, queueEmail } from '../../../agency/emails/outbox.ts'
import { signInCodeEmail } from '../../../agency/emails/sign-in.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure } from '../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { parseEmail } from '../../../platform/lib/email-address.ts'
import { issueCode, redeemCode, tryCode } from '../../../platform/signin/one-time-code.ts'
import { closeSession, openSession } from '../../../platform/signin/session.ts'
import { operatorWith } from '../../key/issue.ts'
import { oauthCalls, signInEmails } from '../protocol/budgets.ts'
import { PATHS } from '../protocol/urls.ts'
import { type Asking, findAsking } from './interaction.ts'
import { codePage, emailPage, endedPage, interactionPath } from './login-page.ts'

const WORDS: Record<string, string> = {
  invalid_otp: 'This code is wrong or has expired. Check the latest email, or get a new code.',
  too_many_attempts: 'Too many wrong codes. Wait 10 minutes, then get a new code.',
}

const shownTo = (asking: Asking, request: DocumentRequest, email: string) => ({
  request,
  uid: asking.interaction.uid,
  client: asking.client,
  email,
})

export const askForEmail = (asking: Asking, request: DocumentRequest): Promise<Document> =>
  emailPage(shownTo(asking, request, asking.hint))

/** Runs the same statements for every email, so timing does not reveal whether it belongs to an operator. */
const sendCode = async (app: App, request: DocumentRequest, asking: Asking): Promise<Document> => {
  const given = request.form.get('email') ?? ''
  const email = parseEmail(given)
  if (email === null)
    return emailPage({
      ...shownTo(asking, request, given),
      problem: 'Enter an email, like name@example.com.',
    })
  await transact(app, async inside => {
    const compose = async () => {
      const { code, expiresAt } = await issueCode(inside, { purpose: 'operator_sign_in', email })
      return { ...signInCodeEmail(email, code), expiresAt }
    }
    await queueEmail(inside, { to: email, compose }, { purpose: 'sign_in_code' })
  })
  return codePage({ ...shownTo(asking, request, email), mailbox: keepsEmails(app) })
}

const signIn = async (app: App, email: string, { form, address }: DocumentRequest): Promise<string> => {
  const code = (form.get('code') ?? '').replaceAll(/\s/g, '')
  const row = await tryCode(app, { purpose: 'operator_sign_in', email }, { code, from: address })
  return transact(app, async inside => {
    await redeemCode(inside, row)
    const { operator_uid } = await operatorWith(inside, email)
    return openSession(inside, { kind: 'operator', subject: operator_uid, data: {} })
  })
}

const checkCode = async (app: App, request: DocumentRequest, asking: Asking): Promise<Document> => {
  const email = parseEmail(request.form.get('email') ?? '')
  if (email === null) return askForEmail(asking, request)
  try {
    const cookie = await signIn(app, email, request)
    return redirect(interactionPath(asking.interaction.uid), [cookie])
  } catch (error) {
    const problem = error instanceof Failure ? WORDS[error.code] : undefined
    if (problem === undefined) throw error
    return codePage({ ...shownTo(asking, request, email), mailbox: keepsEmails(app), problem })
  }
}

const leave = async (app: App, request: DocumentRequest, asking: Asking): Promise<Document> =>
  redirect(interactionPath(asking.interaction.uid), [await closeSession(app, 'operator', request.cookies)])

type Act = (app: App, request: DocumentRequest, asking: Asking) => Promise<Document>

export const interactionForm = (path: string, act: Act): DocumentRow<App> => ({
  method: 'POST',
  path: `${PATHS.interaction}/{uid}${path}`,
  page: true,
  contract: null,
  budget: oauthCalls,
  async respond(app, request) {
    const asking = await findAsking(app, request)
    return asking ? act(app, request, asking) : endedPage()
  },
})

export const loginForms: DocumentRow<App>[] = [
  { ...interactionForm('/code', sendCode), formBudget: signInEmails, emails: true },
  interactionForm('/login', checkCode),
  interactionForm('/logout', leave),
]
