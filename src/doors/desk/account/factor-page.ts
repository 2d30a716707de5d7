import { html } from 'hono/html'
import { encode } from 'uqr'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { noteSecurityEvent } from '../../../platform/lib/security-events.ts'
import { page } from '../../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { codeField } from '../../../platform/pages/sign-in-fields.ts'
import { closeSession, type DeskSession, replaceSession } from '../../../platform/signin/session.ts'
import { postForm } from '../parts/form.ts'
import { takeRecoveryCode } from '../staff/recovery.ts'
import { newSecret, takeFactorCode } from '../staff/second-factor.ts'
import { type Staff, sessionData, signedInStaff } from '../staff/staff.ts'
import { lockStaff } from '../staff/store.ts'
import { otpauthUrl, toBase32 } from '../staff/totp.ts'
import { recoveryCodesPage } from './recovery-view.ts'

// ISO/IEC 18004: four modules of quiet zone on every side.
const QUIET_ZONE = 4

const qrCode = (text: string, label: string): Html => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" role="img" aria-label="${label}" width="220" height="220" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/><path d="${squares.join('')}" fill="#000"/></svg>`
}

const MOST_WRONG = 5

const settingUp = ({ email, session: { setUp } }: Staff) => ({ email, setUp })

const WRONG = 'The code is wrong, expired or already used. Enter the code that your app shows now.'

const setUp = (app: App, secret: Buffer, { email }: Staff) => {
  const url = otpauthUrl(secret, { issuer: app.config.agency.name, account: email })
  const key = (toBase32(secret).match(/.{1,4}/g) ?? []).join(' ')
  return html`<p class="lede">Add this account to an authenticator app, such as the one in your password manager. From then on you need its code to sign in.</p>
<ol>
<li>Scan this QR code with the app. On the device with the app, you can <a href="${url}">open it with this link</a> instead, or type this key: <code>${key}</code>
<p>${qrCode(url, 'QR code with your key')}</p></li>
<li>Enter the six digits that the app shows.</li>
</ol>`
}

const recoveryForm = (
  request: DocumentRequest,
) => html`<details><summary>Use a recovery code instead</summary>
${postForm({
  token: tokenField(request),
  path: '/desk/second-factor',
  label: 'Recovery code',
  body: html`<div class="field"><label for="recovery">Recovery code</label>
<input id="recovery" name="recovery" autocomplete="off" autocapitalize="characters" required maxlength="40"></div>
<button class="secondary">Continue</button>`,
})}</details>`

const factorPage = async (
  app: App,
  request: DocumentRequest,
  { staff, problem }: { staff: Staff; problem?: string },
): Promise<Document> => {
  const secret = await newSecret(app, settingUp(staff))
  const title = secret ? 'Set up your second factor' : 'Enter the code from your app'
  return page({
    title,
    status: problem ? 401 : 200,
    nav: html``,
    body: html`<div class="narrow">
<h1>${title}</h1>
${secret ? setUp(app, secret, staff) : html`<p class="lede">Open your authenticator app and enter the six digits for ${app.config.agency.name}.</p>`}
<form method="post" action="/desk/second-factor">
${tokenField(request)}
${codeField({ label: 'Code from the app', problem })}
<button>Continue</button>
</form>
${secret ? '' : recoveryForm(request)}
</div>`,
  })
}

const taken = async (
  app: App,
  form: URLSearchParams,
  staff: Staff,
): Promise<{ recoveryCodes: string[] } | null> => {
  const { email, staffId } = staff
  const given = form.get('recovery') ?? form.get('code') ?? ''
  if (!/[a-z]/i.test(given)) return takeFactorCode(app, settingUp(staff), given.replaceAll(/\D/g, ''))
  if (!(await takeRecoveryCode(app, email, given))) return null
  noteSecurityEvent(app, 'recovery_code_used', { staff: staffId })
  return { recoveryCodes: [] }
}

type OnceRight = (right: { recoveryCodes: string[] }) => Promise<Document>

type Tried = { cookie: string; right: { recoveryCodes: string[] } | null }

/** One try at a time for each person, so parallel guesses cannot all count as the first. */
const tryFactorCode = (
  app: App,
  { cookies, form }: DocumentRequest,
  staffId: string,
): Promise<Tried | null> =>
  transact(app, async inside => {
    await lockStaff(inside.db, [staffId])
    const staff = await signedInStaff(inside, cookies)
    if (!staff) return null
    const { browser, wrong, setUp } = staff.session
    const replaced = (data: DeskSession) => replaceSession(inside, { kind: 'desk', cookies, data })
    const right = await taken(inside, form, staff)
    if (right) return { right, cookie: await replaced(sessionData({ browser, withFactor: true })) }
    if (wrong + 1 < MOST_WRONG)
      return { right, cookie: await replaced(sessionData({ browser, wrong: wrong + 1, setUp })) }
    noteSecurityEvent(app, 'codes_locked', { staff: staffId })
    await closeSession(inside, 'desk', cookies)
    return null
  })

export const withFactorCode = async (
  app: App,
  { request, staff }: { request: DocumentRequest; staff: Staff },
  onceRight: OnceRight,
): Promise<Document> => {
  const tried = await tryFactorCode(app, request, staff.staffId)
  if (!tried) return redirect('/desk/sign-in')
  const { right, cookie } = tried
  const shown = right ? await onceRight(right) : await factorPage(app, request, { staff, problem: WRONG })
  return { ...shown, cookies: [cookie] }
}

const answer = (app: App, request: DocumentRequest, staff: Staff): Promise<Document> =>
  withFactorCode(app, { request, staff }, async ({ recoveryCodes }) =>
    recoveryCodes.length === 0 ? redirect('/desk') : recoveryCodesPage(recoveryCodes),
  )

const row = (
  method: 'GET' | 'POST',
  respond: (app: App, request: DocumentRequest, staff: Staff) => Promise<Document>,
): DocumentRow<App> => ({
  ...(method === 'POST' && {
    method,
    budget: { name: 'desk_second_factor', points: 30, seconds: 900, by: 'address' },
  }),
  path: '/desk/second-factor',
  page: true,
  contract: null,
  async respond(app, request) {
    const staff = await signedInStaff(app, request.cookies)
    if (staff === null) return redirect('/desk/sign-in')
    return staff.session.withFactor ? redirect('/desk') : respond(app, request, staff)
  },
})

export const factorRows: DocumentRow<App>[] = [
  row('GET', (app, request, staff) => factorPage(app, request, { staff })),
  row('POST', answer),
]
