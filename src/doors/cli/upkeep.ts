import { retryEmail } from '../../agency/emails/outbox.ts'
import { listDeadRows } from '../../agency/emails/store.ts'
import { migrateAll } from '../../open-app.ts'
import { beginSealing } from '../../platform/audit/begin-sealing.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import { createDb } from '../../platform/db/session.ts'
import { rotateSigningKeys } from '../../platform/key/signing-key.ts'
import { resealing } from '../../reseal.ts'
import { staffOf } from '../desk/staff/members.ts'
import { removeFactor } from '../desk/staff/second-factor.ts'
import { closeStaffSessions } from '../desk/staff/staff.ts'
import type { Given } from './arguments.ts'
import { misuse } from './operator/refusal.ts'
import { withApp, withDatabase } from './with-app.ts'

export const migrateOnly = (config: Config): Promise<number> =>
  withApp(config, async opened => {
    const done = await migrateAll(opened)
    console.log(done.length === 0 ? 'The database is up to date.' : `Applied ${done.join(', ')}.`)
    return 0
  })

const advice = (left: number, unopened: number): string => {
  if (left === 0) return 'Nothing is left under an older key: SECRET_KEY can be cut to its first one.'
  const why =
    unopened > 0
      ? `${unopened} do not open with the keys of SECRET_KEY, or were tampered with: list the key that is missing, see "bindery audit verify".`
      : 'A service still runs with an older key in front: restart it, then run this again.'
  return `${left} are left: keep the older keys. ${why}`
}

export const resealAll = (config: Config): Promise<number> =>
  withDatabase(config, async ({ app, patientPool, seals }) => {
    await beginSealing(app, patientPool)
    let [left, unopened] = [0, 0]
    for (const { name, run } of resealing({ ...app, db: createDb(patientPool, seals) }, patientPool)) {
      const done = await run()
      left += done.left
      unopened += done.unopened
      if (done.resealed + done.left > 0) console.log(`${name}: ${done.resealed} renewed, ${done.left} left.`)
    }
    console.log(advice(left, unopened))
    return left === 0 ? 0 : 1
  })

export const oauth = async (config: Config, { args: [act] }: Pick<Given, 'args'>): Promise<number> => {
  if (act !== 'rotate-keys') misuse('Usage: bindery oauth rotate-keys')
  return withDatabase(config, async ({ app }) => {
    const kid = await rotateSigningKeys(app)
    console.log(
      `${kid} signs from now on. The key before it signs nothing anymore, and stays published for what it signed.`,
    )
    return 0
  })
}

export const mail = async (
  config: Config,
  { args: [act, emailId] }: Pick<Given, 'args'>,
): Promise<number> => {
  if (act !== undefined && (act !== 'retry' || emailId === undefined))
    misuse('Usage: bindery mail, or bindery mail retry EMAIL_ID')
  return withDatabase(config, async ({ app }) => {
    if (emailId !== undefined) {
      const revived = await retryEmail(app, emailId)
      console.log(revived ? `${emailId} will be sent again.` : `${emailId} is not a dead email.`)
      return revived ? 0 : 1
    }
    const dead = await listDeadRows(app.db, { after: null, limit: 100 })
    for (const { email_id, created_at, last_error, subject } of dead)
      console.log([email_id, created_at.toISOString(), last_error ?? '', subject].join('  '))
    console.log(`${dead.length} dead emails.`)
    return 0
  })
}

/** For the admin who lost phone and recovery codes, when no other admin can help. */
export const staff = async (config: Config, { args: [act, email] }: Pick<Given, 'args'>): Promise<number> => {
  if (act !== undefined && (act !== 'reset' || email === undefined))
    misuse('Usage: bindery staff, or bindery staff reset EMAIL')
  return withDatabase(config, async ({ app }) => {
    const members = await staffOf(app)
    if (email === undefined) {
      console.log(
        members.map(member => `${member.email}  ${member.role}`).join('\n') || 'There are no staff.',
      )
      return 0
    }
    if (!members.some(member => member.email === email))
      throw new ConfigError(`${email} is not on record as staff.`)
    await closeStaffSessions(app, email)
    const removed = await removeFactor(app, email, { by: 'service', change: 'removed_by_admin' })
    console.log(
      removed
        ? `${email} is signed out, and sets up a second factor at the next sign-in.`
        : `${email} is signed out. There was no second factor.`,
    )
    return 0
  })
}
