import { timingSafeEqual } from 'node:crypto'
import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { later, MINUTE } from '../lib/clock.ts'
import { randomId } from '../lib/ids.ts'
import { digits } from '../lib/random.ts'
import {
  type CodeRow,
  countTry,
  deleteSpentCodes,
  deleteTriesResetBefore,
  giveTryBack,
  insertCode,
  liveCodes,
  triesResetAt,
  useCode,
} from './store.ts'

const LIFETIME = 10 * MINUTE
const LIVE_TOGETHER = 3
const MOST_WRONG = 5

export type Subject = {
  purpose: 'operator_key' | 'operator_sign_in' | 'agent_claim' | 'staff'
  email: string
}

const subjectMac = (app: App, { purpose, email }: Subject): Buffer =>
  app.sealer.mac(`code-subject/${purpose}`, email)

const codeMac = (app: App, { purpose, email }: Subject, code: string): Buffer =>
  app.sealer.mac(`code/${purpose}/${email}`, code)

/** The two previous codes stay valid, in case their emails arrive late. */
export const issueCode = async (app: App, subject: Subject): Promise<{ code: string; expiresAt: Date }> => {
  const now = app.clock.now()
  const code = digits(app.random, 6)
  const expiresAt = later(now, LIFETIME)
  await insertCode(app.db, {
    code_id: randomId(app.random, 'otc'),
    subject: subjectMac(app, subject),
    code: codeMac(app, subject, code),
    created_at: now,
    expires_at: expiresAt,
  })
  return { code, expiresAt }
}

const refuseFurtherTries = async (app: App, subject: Buffer): Promise<never> => {
  const now = app.clock.now()
  const resetsAt = (await triesResetAt(app.db, subject)) ?? now
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  return fail('too_many_attempts', { retryAfterSeconds })
}

/** Call it outside a transaction: a rollback must not undo the counted try. */
export const tryCode = async (app: App, subject: Subject, code: string): Promise<CodeRow> => {
  const now = app.clock.now()
  const mac = subjectMac(app, subject)
  const counted = await countTry(app.db, mac, { now, resetsAt: later(now, LIFETIME), most: MOST_WRONG })
  if (!counted) await refuseFurtherTries(app, mac)
  const given = codeMac(app, subject, code)
  const live = await liveCodes(app.db, mac, { now, most: LIVE_TOGETHER })
  return live.find(row => timingSafeEqual(row.code, given)) ?? fail('invalid_otp')
}

export const forgiveTry = (app: App, row: CodeRow): Promise<void> => giveTryBack(app.db, row.subject)

export const redeemCode = async (app: App, row: CodeRow): Promise<void> => {
  if (!(await useCode(app.db, row, app.clock.now()))) fail('invalid_otp')
}

export const purgeCodes = (app: App): Promise<void> =>
  deleteSpentCodes(app.db, later(app.clock.now(), -LIFETIME))

export const purgeTries = (app: App): Promise<void> =>
  deleteTriesResetBefore(app.db, later(app.clock.now(), -LIFETIME))
