import { createHash, randomBytes } from 'node:crypto'
import { type FactorChange, factorChangedEmail } from '../../../agency/emails/desk/account.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction, transact } from '../../../platform/db/transact.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { type FactorRow, findFactor, lockFactor } from './factor-store.ts'
import { staffIdsOf } from './ids.ts'
import { countCodes, insertCodes, useCodes } from './recovery-store.ts'
import { toBase32 } from './totp.ts'

export const tellFactorChanged = (app: App, email: string, change: FactorChange): Promise<unknown> =>
  queueEmail(app, factorChangedEmail(email, change), { purpose: 'desk_second_factor' })

const CODES = 10
const BYTES = 10

const plain = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll(/[^A-Z2-7]/g, '')

const hashOf = (typed: string): Buffer => createHash('sha256').update(plain(typed)).digest()

const newCode = (): string => (toBase32(randomBytes(BYTES)).match(/.{4}/g) ?? []).join('-')

/** Voids earlier codes. The caller must have locked the factor in this transaction; the codes are shown once. */
export const issueRecoveryCodes = async (app: App, factor_id: string): Promise<string[]> => {
  const created_at = app.clock.now()
  const codes = Array.from({ length: CODES }, newCode)
  await useCodes(app.db, { factor_id }, created_at)
  await insertCodes(
    app.db,
    codes.map(code => ({
      code_id: randomId(app.random, 'rcv'),
      factor_id,
      code: hashOf(code),
      created_at,
      used_at: null,
    })),
  )
  return codes
}

const ifConfirmed = (factor: FactorRow | undefined): FactorRow | null =>
  factor?.confirmed_at ? factor : null

const confirmedFactor = async (app: App, email: string): Promise<FactorRow | null> =>
  ifConfirmed(await findFactor(app.db, staffIdsOf(app, email)))

export const takeRecoveryCode = (app: App, email: string, typed: string): Promise<boolean> =>
  inTransaction(app, async inside => {
    const factor = await confirmedFactor(inside, email)
    if (!factor) return false
    return useCodes(inside.db, { factor_id: factor.factor_id, code: hashOf(typed) }, app.clock.now())
  })

export const renewRecoveryCodes = (app: App, email: string): Promise<string[] | null> =>
  transact(app, async inside => {
    const factor = ifConfirmed(await lockFactor(inside.db, staffIdsOf(app, email)))
    if (!factor) return null
    await tellFactorChanged(inside, email, 'recovery_codes_renewed')
    return issueRecoveryCodes(inside, factor.factor_id)
  })

export const recoveryCodesLeft = async (app: App, email: string): Promise<number> => {
  const factor = await confirmedFactor(app, email)
  return factor ? countCodes(app.db, factor.factor_id) : 0
}
