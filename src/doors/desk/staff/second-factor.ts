import { createHmac, randomBytes } from 'node:crypto'
import type { FactorChange } from '../../../agency/emails/desk/account.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/db/transact.ts'
import { randomId } from '../../../platform/lib/random.ts'
import {
  type FactorRow,
  findFactor,
  insertFactor,
  removeFactors,
  renameFactors,
  staffSecondFactors,
  useStep,
} from './factor-store.ts'
import { staffIdsOf } from './ids.ts'
import { staffOf } from './members.ts'
import { issueRecoveryCodes, tellFactorChanged } from './recovery.ts'
import { stepOfCode } from './totp.ts'

// RFC 4226, 4: 160 bits.
const SECRET_BYTES = 20

type SettingUp = { email: string; setUp: string }

/** Until it is confirmed, each session is offered a secret of its own. The confirmed one is then stored. */
const secretOf = ({ sealer }: App, { factor_id, secret, confirmed_at }: FactorRow, setUp: string): Buffer => {
  const stored = sealer.openBytes(staffSecondFactors.context('secret', { factor_id }), secret)
  return confirmed_at ? stored : createHmac('sha256', stored).update(setUp).digest().subarray(0, SECRET_BYTES)
}

export const hasFactor = async (app: App, email: string): Promise<boolean> =>
  (await findFactor(app.db, staffIdsOf(app, email)))?.confirmed_at instanceof Date

export const newSecret = async (app: App, { email, setUp }: SettingUp): Promise<Buffer | null> => {
  const staffIds = staffIdsOf(app, email)
  if (!(await findFactor(app.db, staffIds))) {
    const factor_id = randomId(app.random, 'fac')
    await insertFactor(app.db, {
      factor_id,
      staff_id: staffIds[0],
      secret: app.sealer.seal(staffSecondFactors.context('secret', { factor_id }), randomBytes(SECRET_BYTES)),
      last_step: 0,
      confirmed_at: null,
      removed_at: null,
      removed_by: null,
    })
  }
  const factor = await findFactor(app.db, staffIds)
  return factor && factor.confirmed_at === null ? secretOf(app, factor, setUp) : null
}

export const takeFactorCode = async (
  app: App,
  { email, setUp }: SettingUp,
  code: string,
): Promise<{ recoveryCodes: string[] } | null> => {
  const factor = await findFactor(app.db, staffIdsOf(app, email))
  if (!factor) return null
  const now = app.clock.now()
  const own = secretOf(app, factor, setUp)
  const step = stepOfCode(own, code, { now, lastStep: factor.last_step })
  if (step === null) return null
  return inTransaction(app, async inside => {
    const isFirst = factor.confirmed_at === null
    const used = {
      last_step: step,
      ...(isFirst && {
        confirmed_at: now,
        secret: app.sealer.seal(staffSecondFactors.context('secret', factor), own),
      }),
    }
    if (!(await useStep(inside.db, factor, used))) return null
    if (!isFirst) return { recoveryCodes: [] }
    await tellFactorChanged(inside, email, 'set_up')
    return { recoveryCodes: await issueRecoveryCodes(inside, factor.factor_id) }
  })
}

type Removal = { by: string; change: FactorChange }

export const removeFactor = (app: App, email: string, { by, change }: Removal): Promise<boolean> =>
  inTransaction(app, async inside => {
    const isInUse = await hasFactor(inside, email)
    const removed = { removed_at: app.clock.now(), removed_by: by }
    if (!(await removeFactors(inside.db, staffIdsOf(app, email), removed))) return false
    if (isInUse) await tellFactorChanged(inside, email, change)
    return true
  })

/** Run it after SECRET_KEY is rotated. Otherwise a person would lose the second factor with the older key. */
export const renewFactorOwners = async (app: App) => {
  let resealed = 0
  for (const { email } of await staffOf(app)) {
    const [to, ...from] = staffIdsOf(app, email)
    resealed += await renameFactors(app.db, { from, to })
  }
  return { resealed, unopened: 0, left: 0 }
}
