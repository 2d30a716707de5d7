import { randomBytes } from 'node:crypto'
import type { App } from '../../app.ts'
import type { SealedColumn } from '../../db/seals/sealed-column.ts'
import { transact } from '../../db/transact.ts'
import { randomId } from '../../lib/ids.ts'
import {
  type FactorRow,
  findFactor,
  insertFactor,
  removeFactors,
  renameFactors,
  useStep,
} from './factor-store.ts'
import { staffIdsOf } from './ids.ts'
import { issueRecoveryCodes } from './recovery.ts'
import { stepOfCode } from './totp.ts'

// RFC 4226, 4: 160 bits.
const SECRET_BYTES = 20

const context = (factorId: string): string => `staff_second_factors/${factorId}`

export const sealedFactor: SealedColumn = {
  table: 'staff_second_factors',
  key: ['factor_id'],
  column: 'secret',
  context: ({ factor_id }: { factor_id: string }) => context(factor_id),
}

const secretOf = ({ sealer }: App, { factor_id, secret }: FactorRow): Buffer =>
  sealer.openBytes(context(factor_id), secret)

export const hasFactor = async (app: App, email: string): Promise<boolean> =>
  (await findFactor(app.db, staffIdsOf(app, email)))?.confirmed_at instanceof Date

export const newSecret = async (app: App, email: string): Promise<Buffer | null> => {
  const staffIds = staffIdsOf(app, email)
  if (!(await findFactor(app.db, staffIds))) {
    const factor_id = randomId(app.random, 'fac')
    await insertFactor(app.db, {
      factor_id,
      staff_id: staffIds[0],
      secret: app.sealer.seal(context(factor_id), randomBytes(SECRET_BYTES)),
      last_step: 0,
      confirmed_at: null,
      removed_at: null,
      removed_by: null,
    })
  }
  const factor = await findFactor(app.db, staffIds)
  return factor && factor.confirmed_at === null ? secretOf(app, factor) : null
}

export const takeFactorCode = async (
  app: App,
  email: string,
  code: string,
): Promise<{ recoveryCodes: string[] } | null> => {
  const factor = await findFactor(app.db, staffIdsOf(app, email))
  if (!factor) return null
  const now = app.clock.now()
  const step = stepOfCode(secretOf(app, factor), code, { now, lastStep: factor.last_step })
  if (step === null) return null
  return transact(app, async inside => {
    const confirmed_at = factor.confirmed_at ?? now
    if (!(await useStep(inside.db, factor, { step, confirmed_at }))) return null
    const isFirst = factor.confirmed_at === null
    return { recoveryCodes: isFirst ? await issueRecoveryCodes(inside, factor.factor_id) : [] }
  })
}

export const removeFactor = (app: App, email: string, by: string): Promise<boolean> =>
  transact(app, ({ db }) =>
    removeFactors(db, staffIdsOf(app, email), { removed_at: app.clock.now(), removed_by: by }),
  )

/** After SECRET_KEY was rotated. Otherwise a person would lose the second factor with the older key. */
export const renewFactorOwners = async (app: App) => {
  let resealed = 0
  for (const { email } of app.config.staff) {
    const [to, ...from] = staffIdsOf(app, email)
    resealed += await renameFactors(app.db, { from, to })
  }
  return { resealed, unopened: 0, left: 0 }
}
