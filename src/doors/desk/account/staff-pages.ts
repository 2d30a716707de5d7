import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { staffActor } from '../../../platform/audit/actor.ts'
import { actsAbout } from '../../../platform/audit/acts.ts'
import { type Role, roles } from '../../../platform/config/staff-list.ts'
import { fail } from '../../../platform/errors.ts'
import { choice, email } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { isLicensedIn } from '../../../platform/key/acts.ts'
import { dayInZone } from '../../../platform/lib/local-day.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { stateName } from '../../../platform/values/us-states.ts'
import { releaseTasksOf } from '../../../products/line/tasks/tasks.ts'
import { actsView } from '../parts/acts.ts'
import { postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { licensesAfter, licensesView } from '../parts/licenses.ts'
import { section } from '../parts/section.ts'
import { NONE, table } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { staffIdsOf } from '../staff/ids.ts'
import {
  changeLicenses,
  changeRole,
  inviteMember,
  type Member,
  removeMember,
  staffOf,
} from '../staff/members.ts'
import { namesOf } from '../staff/names.ts'
import { removeOwned } from '../staff/owner-store.ts'
import { hasFactor, removeFactor } from '../staff/second-factor.ts'
import { closeStaffSessions, type Staff, staffIdOf } from '../staff/staff.ts'

const ROLES: Record<Role, string> = {
  viewer: 'Viewer: reads, and changes nothing',
  agent: 'Agent: works on tasks and with customers',
  admin: 'Admin: also manages staff, operators, and records',
}

const role = choice(
  'Role',
  roles.map(value => ({ value, label: ROLES[value] })),
)
const inviteForm = form({ email: email('Email'), role })
const roleForm = form({ role })

const nameOfRole = (of: Role): string => ROLES[of].split(':')[0] ?? of

export const memberIn = async (app: App, { params }: DocumentRequest): Promise<Member> =>
  (await staffOf(app)).find(({ email: of }) => staffIdOf(app, of) === params.id) ?? fail('not_found')

const today = ({ config, clock }: App): string => dayInZone(config.timeZone, clock.now())

const licensedIn = (app: App, { licenses }: Member): string => {
  if (licenses === null) return 'Not recorded'
  const states = [...new Set(licenses.map(({ state }) => state))].filter(state =>
    isLicensedIn(licenses, { states: [state], today: today(app) }),
  )
  return states.length === 0 ? NONE : states.map(stateName).join(', ')
}

export const staffSection = async (app: App, token: Html): Promise<Html> => {
  const members = await staffOf(app)
  const factors = await Promise.all(members.map(member => hasFactor(app, member.email)))
  return section({
    id: 'staff',
    title: 'Staff',
    body: html`${table('Staff', [
      {
        name: 'Email',
        cells: members.map(one => html`<a href="/desk/staff/${staffIdOf(app, one.email)}">${one.email}</a>`),
      },
      { name: 'Role', cells: members.map(one => nameOfRole(one.role)) },
      { name: 'Licensed in', cells: members.map(one => licensedIn(app, one)) },
      { name: 'Second factor', cells: factors.map(has => (has ? 'Yes' : 'No')) },
    ])}
<details><summary>Invite someone</summary>
${postForm({
  token,
  path: '/desk/staff',
  label: 'Invite someone',
  body: html`${inviteForm.draw({ within: 'invite' })}<button>Invite</button>`,
})}</details>`,
  })
}

const DONE: Readonly<Record<string, string>> = {
  invited: 'Invited. We emailed them how to sign in.',
  known: 'This person is already on record. Change the role here.',
  role: 'Role changed. It counts from the next page on.',
  licenses: 'Licenses recorded.',
}

const button = (token: Html, path: string, label: string) =>
  postForm({ token, path, label, body: html`<button class="secondary">${label}</button>` })

const memberPage = staffPage('/desk/staff/{id}', 'manage_staff', async (app, request, staff) => {
  const member = await memberIn(app, request)
  const path = `/desk/staff/${request.params.id}`
  const token = tokenField(request)
  const acts = await actsAbout(app, member.member_id)
  const isOther = member.email !== staff.email
  return deskFrame(request, staff, {
    title: member.email,
    at: '/desk/account',
    body: html`<p><a href="/desk/account#staff">All staff</a></p>
<h1>${member.email}</h1>
${toldResult(DONE, request.query.done)}
${section({
  id: 'role',
  title: 'Role',
  body: postForm({
    token,
    path: `${path}/role`,
    label: 'Role',
    body: html`${roleForm.draw({ given: { role: member.role } })}<button>Change the role</button>`,
  }),
})}
${section({
  id: 'licenses',
  title: 'Licenses',
  body: html`<p>Carrier tasks of live customers are open to staff who are licensed in the customer’s state.${member.licenses === null ? ' No license of this person was ever recorded, so no state is closed to them until you record one.' : ''}</p>
${licensesView({ licenses: member.licenses ?? [], today: today(app), path: `${path}/licenses`, token })}`,
})}
${section({
  id: 'access',
  title: 'Access',
  body: html`<div class="row">${button(token, `${path}/sign-out`, 'Sign out everywhere')}
${(await hasFactor(app, member.email)) && isOther ? button(token, `${path}/second-factor`, 'Remove second factor') : ''}</div>
${
  isOther
    ? html`<details><summary>Remove this person</summary>
<p>They’re signed out at once, their second factor is removed, and the carrier tasks they hold are open to everyone.</p>
${button(token, `${path}/remove`, 'Remove from staff')}</details>`
    : html`<p class="soft">Another admin can remove you.</p>`
}`,
})}
${section({
  id: 'history',
  title: 'History',
  body: actsView(
    acts,
    await namesOf(
      app,
      acts.map(({ actor }) => actor),
    ),
  ),
})}`,
  })
})

/** What a leaver had ends with the membership. */
const endAccess =
  (by: string) =>
  async (inside: App, of: string): Promise<void> => {
    await closeStaffSessions(inside, of)
    await removeFactor(inside, of, { by, change: 'removed_by_admin' })
    for (const id of staffIdsOf(inside, of)) {
      await releaseTasksOf(inside, staffActor(id), by)
      await removeOwned(inside.db, staffActor(id))
    }
  }

const changed = (app: App, request: DocumentRequest, { actor }: Staff) =>
  memberIn(app, request).then(({ member_id }) => ({ memberId: member_id, by: actor }))

const LEAVE = 'You cannot remove yourself. Ask another admin.'

export const staffRows = [
  memberPage,
  staffForm('/desk/staff', 'manage_staff', async (app, { form: sent }, { actor }) => {
    const invited = inviteForm.take(sent)
    const done = await inviteMember(app, { ...invited, by: actor })
    return redirect(`/desk/staff/${staffIdOf(app, invited.email)}?done=${done}`)
  }),
  staffForm('/desk/staff/{id}/role', 'manage_staff', async (app, request, staff) => {
    await changeRole(app, { ...(await changed(app, request, staff)), ...roleForm.take(request.form) })
    return redirect(`/desk/staff/${request.params.id}?done=role`)
  }),
  staffForm('/desk/staff/{id}/licenses', 'manage_staff', async (app, request, staff) => {
    const after = (licenses: Parameters<typeof licensesAfter>[0]) => licensesAfter(licenses, request.form)
    await changeLicenses(app, { ...(await changed(app, request, staff)), after })
    return redirect(`/desk/staff/${request.params.id}?done=licenses`)
  }),
  staffForm('/desk/staff/{id}/remove', 'manage_staff', async (app, request, staff) => {
    if (request.params.id === staff.staffId) fail('conflict', { message: LEAVE })
    await removeMember(app, await changed(app, request, staff), endAccess(staff.actor))
    return redirect('/desk/account?done=left')
  }),
]
