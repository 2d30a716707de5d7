import type { Anyone, App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure } from '../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { perform } from '../../../platform/http/perform.ts'
import { keyConfirms, keyRequests, keyRequestsByEmail } from '../../../platform/key/guard.ts'
import { keyHash } from '../../../platform/key/operator-key.ts'
import {
  type CredentialRow,
  findCredential,
  findMainKey,
  findOperator,
  findOperatorByEmail,
} from '../../../platform/key/store.ts'
import { parseEmail, typedEmail } from '../../../platform/lib/email-address.ts'
import { redeemCode, tryCode } from '../../../platform/signin/one-time-code.ts'
import { confirm } from '../../key/confirm.ts'
import { requestCode } from '../../key/request.ts'
import { approvalOf } from '../approval.ts'
import { newKeyPage } from '../keys/new-key-page.ts'
import { findSignedInOperator, startSession } from '../operator-session.ts'
import { pagesBudget } from '../pages-budget.ts'
import { codePage, emailPage, SIGN_IN, SIGN_IN_CODE } from '../sign-in-page.ts'

const BAD_EMAIL = 'Enter an email address, like name@example.com.'

const NO_CODE = 'Enter the six digits from the email.'

const WORDS: Readonly<Record<string, string>> = {
  invalid_otp: 'This code is wrong or has expired. Check the latest email, or get a new code.',
  too_many_attempts: 'Too many wrong codes. Wait 10 minutes, then get a new code.',
  registration_invalid: 'Enter the business name on one line, with at most 200 characters.',
}

const callerOf = ({ address, userAgent }: DocumentRequest): Anyone => ({
  kind: 'anyone',
  address,
  userAgent,
  scope: null,
  credentialId: null,
})

const sendCode = async (app: App, request: DocumentRequest): Promise<Document> => {
  const typed = request.form.get('email') ?? ''
  const email = parseEmail(typed)
  if (email === null) return emailPage(app, { request, email: typed, problem: BAD_EMAIL })
  await perform(app, requestCode, { caller: callerOf(request), input: { email } })
  return codePage(app, { request, email })
}

type Given = { email: string; otp: string }

/** Confirming would replace the key that the operator's agents use, so the code only proves who they are. */
const enterWith = async (app: App, request: DocumentRequest, key: CredentialRow, { email, otp }: Given) => {
  const code = await tryCode(app, { purpose: 'operator_key', email }, { code: otp, from: request.address })
  return transact(app, async inside => {
    await redeemCode(inside, code)
    const { operator_uid: operatorUid, credential_id: credentialId } = key
    return redirect('/dashboard', [await startSession(inside, request, { operatorUid, credentialId })])
  })
}

const enterNew = async (app: App, request: DocumentRequest, given: Given): Promise<Document> => {
  const name = (request.form.get('organization_name') ?? '').trim()
  const input = { ...given, ...(name !== '' && { organization_name: name }) }
  const issued = await perform(app, confirm, { caller: callerOf(request), input })
  const key = await findCredential(app.db, keyHash(issued.api_key))
  const operator = await findOperator(app.db, issued.operator_uid)
  if (!key || !operator) return redirect('/dashboard')
  const session = { operatorUid: issued.operator_uid, credentialId: key.credential_id }
  const cookie = await startSession(app, request, session)
  return newKeyPage({ request, issued, approval: approvalOf(app, operator), cookie })
}

const keyOf = async (app: App, email: string): Promise<CredentialRow | undefined> => {
  const operator = await findOperatorByEmail(app.db, email)
  return operator && findMainKey(app.db, operator.operator_uid, app.clock.now())
}

const enter = async (app: App, request: DocumentRequest): Promise<Document> => {
  const email = parseEmail(request.form.get('email') ?? '')
  if (email === null) return emailPage(app, { request, problem: BAD_EMAIL })
  const given = { email, otp: (request.form.get('code') ?? '').replaceAll(/\s/g, '') }
  // Checked before we look for an operator: the response must not reveal whether there is one.
  if (given.otp === '') return codePage(app, { request, email, problem: NO_CODE })
  try {
    const key = await keyOf(app, email)
    return key ? await enterWith(app, request, key, given) : await enterNew(app, request, given)
  } catch (error) {
    const problem = error instanceof Failure ? WORDS[error.code] : undefined
    if (problem === undefined) throw error
    return codePage(app, { request, email, problem })
  }
}

const common = { page: true, contract: null } as const

export const signInPages: DocumentRow<App>[] = [
  {
    ...common,
    path: SIGN_IN,
    budget: pagesBudget,
    respond: async (app, request) =>
      (await findSignedInOperator(app, request)) ? redirect('/dashboard') : emailPage(app, { request }),
  },
  {
    ...common,
    method: 'POST',
    path: SIGN_IN,
    budget: keyRequests,
    formBudget: { ...keyRequestsByEmail, by: form => typedEmail(form.get('email')) },
    emails: true,
    respond: sendCode,
  },
  { ...common, method: 'POST', path: SIGN_IN_CODE, budget: keyConfirms, respond: enter },
]
