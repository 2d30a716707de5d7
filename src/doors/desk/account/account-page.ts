import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { type Document, type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { type ListedSession, sessionsOf } from '../../../platform/signin/session.ts'
import { postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { section } from '../parts/section.ts'
import { facts, table } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { staffIdsOf } from '../staff/ids.ts'
import { recoveryCodesLeft, renewRecoveryCodes } from '../staff/recovery.ts'
import { mayDo } from '../staff/roles.ts'
import { hasFactor, removeFactor } from '../staff/second-factor.ts'
import { closeStaffSessions, type Staff, staffIdOf } from '../staff/staff.ts'
import { withFactorCode } from './factor-page.ts'
import { recoveryCodesPage } from './recovery-view.ts'
import { memberIn, staffRows, staffSection } from './staff-pages.ts'

const MESSAGES: Readonly<Record<string, string>> = {
  removed: 'Second factor removed.',
  none: 'There was no second factor.',
  signed_out: 'Signed out everywhere.',
  left: 'Removed. They’re signed out, and the tasks they held are open.',
}

const button = (token: Html, { path, name, label }: { path: string; name: string; label?: string }) =>
  postForm({ token, path, label: label ?? name, body: html`<button class="secondary">${name}</button>` })

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
]

const named = (text: string, names: readonly [RegExp, string][]): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

const browserName = (userAgent: string): string =>
  [named(userAgent, BROWSERS) ?? 'Unknown browser', named(userAgent, SYSTEMS)].filter(Boolean).join(' on ')

const sessionsTable = (sessions: readonly ListedSession<'desk'>[]) =>
  table('Sessions', [
    {
      name: 'Browser',
      cells: sessions.map(
        ({ data, isOwn }) =>
          html`${browserName(data.browser ?? '')}${isOwn ? html` <span class="badge">This one</span>` : ''}`,
      ),
    },
    { name: 'Signed in', cells: sessions.map(({ createdAt }) => moment(createdAt)) },
    { name: 'Until', cells: sessions.map(({ expiresAt }) => moment(expiresAt)) },
  ])

const leftWords = (left: number): string => (left === 1 ? '1 recovery code' : `${left} recovery codes`)

const changeForm = (token: Html) =>
  postForm({
    token,
    path: '/desk/account/second-factor',
    label: 'Change second factor',
    body: html`<div class="field"><label for="code">Code from the app, or a recovery code</label>
<p class="hint small">Needed for both buttons. Use a code that you haven’t signed in with.</p>
<input id="code" name="code" class="short" autocomplete="one-time-code" maxlength="40" required></div>
<div class="row"><button class="secondary" formaction="/desk/account/recovery-codes">Make new recovery codes</button>
<button class="secondary">Remove second factor</button></div>`,
  })

const factorSection = async (app: App, token: Html, { email }: Staff) => {
  const has = await hasFactor(app, email)
  const left = await recoveryCodesLeft(app, email)
  return html`<section aria-labelledby="factor"><h2 id="factor">Second factor</h2>
${
  has
    ? html`<p>You sign in with a code from your authenticator app. You have ${leftWords(left)} left.</p>
${changeForm(token)}`
    : html`<p>You sign in with an emailed code only.</p><p><a class="button" href="/desk/second-factor">Set up an authenticator app</a></p>`
}</section>`
}

const accountPage = async (app: App, request: DocumentRequest, staff: Staff): Promise<Document> => {
  const token = tokenField(request)
  const subjects = staffIdsOf(app, staff.email)
  const sessions = await sessionsOf(app, { kind: 'desk', subjects, cookies: request.cookies })
  return deskFrame(request, staff, {
    title: 'Account',
    at: '/desk/account',
    body: html`<h1>Account</h1>
${toldResult(MESSAGES, request.query.done)}
${facts([
  { label: 'Email', value: staff.email },
  { label: 'Role', value: staff.role },
])}
${await factorSection(app, token, staff)}
${section({
  id: 'sessions',
  title: 'Where you’re signed in',
  body: html`${sessionsTable(sessions)}
${button(token, { path: '/desk/account/sign-out', name: 'Sign out everywhere' })}`,
})}
${mayDo(staff.role, 'manage_staff') ? await staffSection(app, token) : ''}`,
  })
}

type AccountChange = { actor: string; what: string; staff: string }

const logChange = (app: App, change: AccountChange): void => app.log.info(change, 'staff account changed')

const removal = async (app: App, email: string, staff: Staff): Promise<Document> => {
  const { actor } = staff
  const change = email === staff.email ? 'removed' : 'removed_by_admin'
  const removed = await removeFactor(app, email, { by: actor, change })
  if (removed) logChange(app, { actor, what: 'second factor removed', staff: staffIdOf(app, email) })
  return redirect(`/desk/account?done=${removed ? 'removed' : 'none'}`)
}

type OwnChange = (app: App, staff: Staff) => Promise<Document>

const provenAgain =
  (change: OwnChange) =>
  async (app: App, request: DocumentRequest, staff: Staff): Promise<Document> =>
    (await hasFactor(app, staff.email))
      ? withFactorCode(app, { request, staff }, () => change(app, staff))
      : redirect('/desk/account?done=none')

const removeOwn = provenAgain((app, staff) => removal(app, staff.email, staff))

const renewCodes = provenAgain(async (app, { email, actor, staffId }) => {
  const codes = await renewRecoveryCodes(app, email)
  if (codes) logChange(app, { actor, what: 'recovery codes renewed', staff: staffId })
  return codes ? recoveryCodesPage(codes) : redirect('/desk/account?done=none')
})

const signOut = async (app: App, email: string, { actor }: Staff): Promise<void> => {
  await closeStaffSessions(app, email)
  logChange(app, { actor, what: 'signed out everywhere', staff: staffIdOf(app, email) })
}

export const accountRows = [
  staffPage('/desk/account', 'see_own_account', accountPage),
  staffForm('/desk/account/second-factor', 'see_own_account', removeOwn),
  staffForm('/desk/account/recovery-codes', 'see_own_account', renewCodes),
  staffForm('/desk/account/sign-out', 'see_own_account', async (app, _request, staff) => {
    await signOut(app, staff.email, staff)
    return redirect('/desk/sign-in')
  }),
  ...staffRows,
  staffForm('/desk/staff/{id}/second-factor', 'manage_staff', async (app, request, staff) => {
    const { email } = await memberIn(app, request)
    return email === staff.email ? removeOwn(app, request, staff) : removal(app, email, staff)
  }),
  staffForm('/desk/staff/{id}/sign-out', 'manage_staff', async (app, request, staff) => {
    await signOut(app, (await memberIn(app, request)).email, staff)
    return redirect('/desk/account?done=signed_out')
  }),
]
