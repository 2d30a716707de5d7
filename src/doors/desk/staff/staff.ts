import type { App } from '../../../platform/app.ts'
import { staffActor } from '../../../platform/audit/actor.ts'
import type { StaffMember } from '../../../platform/config/staff-list.ts'
import { inTransaction } from '../../../platform/db/transact.ts'
import type { Cookies } from '../../../platform/http/pages/document.ts'
import { base62 } from '../../../platform/lib/random.ts'
import {
  closeSessionsOf,
  type DeskSession,
  findSession,
  openSession,
} from '../../../platform/signin/session.ts'
import { staffIdsOf } from './ids.ts'
import { type Member, memberOf, staffOf } from './members.ts'
import { mayDo } from './roles.ts'
import { hasFactor } from './second-factor.ts'
import { findStaffEmail, lockStaff, noteSignIn, staff } from './store.ts'

export const staffIdOf = (app: App, email: string): string => staffIdsOf(app, email)[0]

export const isStaff = async (app: App, email: string): Promise<boolean> =>
  (await memberOf(app, email)) !== undefined

export const startStaffSession = async (app: App, email: string, browser = ''): Promise<string> => {
  const staff_id = staffIdOf(app, email)
  const sealed = app.sealer.seal(staff.context('email', { staff_id }), email)
  await noteSignIn(app.db, { staff_id, email: sealed, at: app.clock.now() })
  const setUp = base62(app.random, 22)
  return openSession(app, { kind: 'desk', subject: staff_id, data: sessionData({ browser, setUp }) })
}

export const sessionData = ({
  browser = '',
  withFactor = false,
  wrong = 0,
  setUp = '',
}: Partial<DeskSession>): DeskSession => ({
  browser: browser.slice(0, 200),
  withFactor,
  wrong,
  setUp,
})

export type Staff = StaffMember & {
  staffId: string
  actor: string
  isProven: boolean
  session: DeskSession
  /** Null: none were recorded, and none is asked for. */
  licenses: Member['licenses']
  mayRefund: boolean
}

/** Who is removed is signed out at once. */
export const signedInStaff = async (app: App, cookies: Cookies): Promise<Staff | null> => {
  const session = await findSession(app, 'desk', cookies)
  const member =
    session && (await staffOf(app)).find(({ email }) => staffIdOf(app, email) === session.subject)
  if (!member) return null
  const data = sessionData(session.data)
  const isAsked = app.config.staffSecondFactor || (await hasFactor(app, member.email))
  const { email, role, licenses } = member
  return {
    email,
    role,
    licenses,
    mayRefund: mayDo(role, app.config.refundsBy === 'agent' ? 'handle_money' : 'move_money'),
    staffId: session.subject,
    actor: staffActor(session.subject),
    isProven: data.withFactor || !isAsked,
    session: data,
  }
}

export const closeStaffSessions = (app: App, email: string): Promise<void> =>
  inTransaction(app, async inside => {
    const subjects = staffIdsOf(app, email)
    await lockStaff(inside.db, subjects)
    await closeSessionsOf(inside, 'desk', subjects)
  })

export const staffEmail = async (app: App, staffId: string): Promise<string | null> => {
  const sealed = await findStaffEmail(app.db, staffId)
  return sealed && app.sealer.open(staff.context('email', { staff_id: staffId }), sealed)
}
