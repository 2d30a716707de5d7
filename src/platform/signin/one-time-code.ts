import { timingSafeEqual } from 'node:crypto'
import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { budgetAddress } from '../lib/address.ts'
import { later } from '../lib/clock.ts'
import { digits, randomId } from '../lib/random.ts'
import { noteSecurityEvent } from '../lib/security-events.ts'
import {
  CODE_LIFETIME,
  type CodeRow,
  countTry,
  insertCode,
  liveCodes,
  triesResetAt,
  useCode,
} from './store.ts'

const LIVE_TOGETHER = 3
const MOST_WRONG = 5
const MOST_WRONG_IN_ALL = 30

export type Subject = {
  purpose: 'operator_key' | 'operator_sign_in' | 'agent_claim' | 'staff' | 'buyer'
  email: string
  about?: string
  /** The sandbox shows its codes to anyone, so they count apart from those that we email. */
  sandbox?: boolean
}

export type TriedCode = { row: CodeRow; tries: readonly Buffer[] }

const nameOf = ({ email, about }: Subject): string => (about === undefined ? email : `${email} ${about}`)

const kindOf = ({ purpose, sandbox = false }: Subject): string => (sandbox ? `${purpose}/sandbox` : purpose)

const subjectMac = (app: App, subject: Subject): Buffer =>
  app.sealer.mac(`code-subject/${kindOf(subject)}`, nameOf(subject))

const codeMac = (app: App, subject: Subject, code: string): Buffer =>
  app.sealer.mac(`code/${kindOf(subject)}/${nameOf(subject)}`, code)

export const codeExpiry = ({ clock }: App): Date => later(clock.now(), CODE_LIFETIME)

export const issueCode = async (app: App, subject: Subject): Promise<{ code: string; expiresAt: Date }> => {
  const now = app.clock.now()
  const code = digits(app.random, 6)
  const expiresAt = later(now, CODE_LIFETIME)
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
  noteSecurityEvent(app, 'codes_locked')
  return fail('too_many_attempts', { retryAfterSeconds })
}

/** With `about`, a right code does not reset the total, which also counts tries at other things. */
const countTries = async (
  app: App,
  subject: Subject,
  given: { code: Buffer; from: string },
): Promise<Buffer[]> => {
  const now = app.clock.now()
  const limits = [
    { name: `${subject.email} ${budgetAddress(given.from)}`, most: MOST_WRONG },
    { name: subject.email, most: MOST_WRONG_IN_ALL },
  ].map(({ name, most }) => ({ tries: app.sealer.mac(`code-tries/${kindOf(subject)}`, name), most }))
  for (const { tries, most } of limits) {
    const counted = await countTry(app.db, tries, {
      subject: subjectMac(app, subject),
      code: given.code,
      live: LIVE_TOGETHER,
      now,
      resetsAt: later(now, CODE_LIFETIME),
      most,
    })
    if (!counted) await refuseFurtherTries(app, tries)
  }
  const ended = subject.about === undefined ? limits : limits.slice(0, 1)
  return ended.map(({ tries }) => tries)
}

/** Call it outside a transaction: a rollback must not undo a counted try. */
export const tryCode = async (
  app: App,
  subject: Subject,
  { code, from }: { code: string; from: string },
): Promise<TriedCode> => {
  const given = codeMac(app, subject, code)
  const tries = await countTries(app, subject, { code: given, from })
  const live = await liveCodes(app.db, subjectMac(app, subject), {
    now: app.clock.now(),
    most: LIVE_TOGETHER,
  })
  const row = live.find(candidate => timingSafeEqual(candidate.code, given)) ?? fail('invalid_otp')
  return { row, tries }
}

export const redeemCode = async (app: App, { row, tries }: TriedCode): Promise<void> => {
  if (!(await useCode(app.db, row, { tries, now: app.clock.now() }))) fail('invalid_otp')
}
