import { staffInvitedEmail } from '../../../agency/emails/desk/account.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import type { Role, StaffMember } from '../../../platform/config/staff-list.ts'
import { lockName } from '../../../platform/db/named-lock.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import type { ProducerLicense } from '../../../platform/key/acts.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { insertMember, listMemberRows, type MemberRow, staffMembers, updateMember } from './store.ts'

export type Member = StaffMember & Pick<MemberRow, 'member_id' | 'licenses' | 'removed_at'>

const everyMember = async (app: App): Promise<Member[]> =>
  (await listMemberRows(app.db)).map(({ member_id, email, role, licenses, removed_at }) => ({
    member_id,
    email: app.sealer.open(staffMembers.context('email', { member_id }), email),
    role,
    licenses,
    removed_at,
  }))

const working = (members: readonly Member[]): Member[] =>
  members.filter(({ removed_at }) => removed_at === null)

const hasAdmin = (members: readonly Member[]): boolean =>
  working(members).some(({ role }) => role === 'admin')

type NewMember = StaffMember & { by: string; licenses: readonly ProducerLicense[] | null }

const add = async (app: App, { email, role, by, licenses }: NewMember): Promise<string> => {
  const member_id = randomId(app.random, 'mem')
  await insertMember(app.db, {
    member_id,
    email: app.sealer.seal(staffMembers.context('email', { member_id }), email),
    role,
    licenses: licenses && JSON.stringify(licenses),
    added_at: app.clock.now(),
    added_by: by,
  })
  return member_id
}

/** Members are changed one at a time, so that two admins cannot remove each other. */
const changing = <T>(app: App, change: (inside: App, members: Member[]) => Promise<T>): Promise<T> =>
  transact(app, async inside => {
    await lockName(inside.db, 'staff members')
    return change(inside, await everyMember(inside))
  })

const seed = (app: App): Promise<Member[]> =>
  changing(app, async (inside, members) => {
    const known = new Set(members.map(({ email }) => email))
    if (!hasAdmin(members))
      for (const { email, role } of inside.config.staff)
        if (!known.has(email)) await add(inside, { email, role, by: 'STAFF_EMAILS', licenses: null })
    return everyMember(inside)
  })

/** While there is no admin, those of STAFF_EMAILS who were never removed are added. */
export const staffOf = async (app: App): Promise<Member[]> => {
  const members = await everyMember(app)
  const known = members.map(({ email }) => email)
  const isNew = app.config.staff.some(({ email }) => !known.includes(email))
  return working(isNew && !hasAdmin(members) ? await seed(app) : members)
}

export const memberOf = async (app: App, email: string): Promise<Member | undefined> =>
  (await staffOf(app)).find(member => member.email === email)

export const inviteMember = (
  app: App,
  { email, role, by }: StaffMember & { by: string },
): Promise<'invited' | 'known'> =>
  changing(app, async (inside, members) => {
    if (working(members).some(member => member.email === email)) return 'known'
    const about = await add(inside, { email, role, by, licenses: [] })
    await recordAct(inside, { about, act: `invited_as_${role}`, actor: by, note: null })
    const { agency, publicUrl } = inside.config
    const invitation = staffInvitedEmail(email, { agency: agency.name, link: `${publicUrl}/desk` })
    await queueEmail(inside, invitation, { purpose: 'desk_invitation' })
    return 'invited'
  })

const LAST_ADMIN = 'This is the last admin. Make someone else an admin first.'

type Changed = { memberId: string; by: string }

const present = (members: readonly Member[], { memberId }: Changed): Member =>
  working(members).find(({ member_id }) => member_id === memberId) ?? fail('not_found')

const refuseLastAdmin = (members: readonly Member[], { member_id }: Member): void => {
  if (!hasAdmin(members.filter(other => other.member_id !== member_id)))
    fail('conflict', { message: LAST_ADMIN })
}

export const changeRole = (app: App, { role, ...changed }: Changed & { role: Role }): Promise<void> =>
  changing(app, async (inside, members) => {
    const member = present(members, changed)
    if (role !== 'admin') refuseLastAdmin(members, member)
    await updateMember(inside.db, member.member_id, { role })
    await recordAct(inside, {
      about: member.member_id,
      act: `made_${role}`,
      actor: changed.by,
      note: null,
    })
  })

type Licensing = Changed & { after(licenses: readonly ProducerLicense[]): readonly ProducerLicense[] }

export const changeLicenses = (app: App, { after, ...changed }: Licensing): Promise<void> =>
  changing(app, async (inside, members) => {
    const { member_id, licenses } = present(members, changed)
    const now = after(licenses ?? [])
    await updateMember(inside.db, member_id, { licenses: JSON.stringify(now) })
    const note = now.map(({ state, number, expires }) => `${state} ${number} until ${expires}`).join('; ')
    await recordAct(inside, { about: member_id, act: 'licenses_recorded', actor: changed.by, note })
  })

/** `end`: what ends with the membership, in the same transaction. */
export const removeMember = (
  app: App,
  changed: Changed,
  end: (inside: App, email: string) => Promise<void>,
): Promise<void> =>
  changing(app, async (inside, members) => {
    const member = present(members, changed)
    refuseLastAdmin(members, member)
    const { member_id, email } = member
    await updateMember(inside.db, member_id, { removed_at: inside.clock.now(), removed_by: changed.by })
    await recordAct(inside, { about: member_id, act: 'removed', actor: changed.by, note: null })
    await end(inside, email)
  })
