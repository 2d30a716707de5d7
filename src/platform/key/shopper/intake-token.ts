import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { Budget } from '../../http/budgets/budget.ts'
import type { CallerBase, Guard, RequestFacts } from '../../http/operation.ts'
import { DAY, later, MINUTE } from '../../lib/clock.ts'
import { base62, randomId } from '../../lib/random.ts'
import { referenceTo, referredName } from '../../lib/reference.ts'
import { keyHash } from '../operator-key.ts'
import {
  findIntakeToken,
  insertIntakeToken,
  REPLAYS_FOR,
  replaceIntakeToken,
  replaceTokensOf,
  touchIntakeToken,
} from './intake-token-store.ts'

export type Shopper = CallerBase & { kind: 'shopper'; uid: string }

export type ShopperCaller = Shopper & { credentialId: string; token: string }

const UNUSED = 7 * DAY
const FORM = /^iat_[0-9A-Za-z]{32}$/

const issue = async (app: App, uid: string): Promise<string> => {
  const token = `iat_${base62(app.random, 32)}`
  const now = app.clock.now()
  await insertIntakeToken(app.db, {
    token_id: randomId(app.random, 'itk'),
    uid,
    hash: keyHash(token),
    created_at: now,
    last_used_at: now,
  })
  return token
}

export const newIntakeToken = async (app: App, uid: string): Promise<string> => {
  await replaceTokensOf(app.db, uid, app.clock.now())
  return issue(app, uid)
}

/** Call it before the effect: a second follow-up with the same token waits here, then finds it replaced. */
export const rotateIntakeToken = async (app: App, { uid, credentialId }: ShopperCaller): Promise<string> => {
  if (!(await replaceIntakeToken(app.db, credentialId, app.clock.now()))) fail('stale_access_token')
  return issue(app, uid)
}

export const intakeTokenEnds = (lastUsed: Date): Date => later(lastUsed, UNUSED)

const badTokens: Budget = {
  name: 'bad_intake_tokens',
  points: 20,
  seconds: 600,
  by: 'address',
  refusal: 'too_many_attempts',
}

export type CallerPlace = Pick<CallerBase, 'address' | 'userAgent'>

const UNKNOWN =
  'A valid intake_access_token is required. Send Authorization: Bearer <the token from the latest response>. A prefill returns the first one.'

export const shopperOf = ({ address, userAgent }: CallerPlace, uid: string): Shopper => ({
  kind: 'shopper',
  address,
  userAgent,
  scope: uid,
  uid,
  credentialId: null,
})

const identify = async (app: App, facts: RequestFacts): Promise<ShopperCaller> => {
  const unknown = (): never => fail('unauthorized', { message: UNKNOWN })
  const bearer = facts.bearer !== null && FORM.test(facts.bearer) ? facts.bearer : unknown()
  const row = (await findIntakeToken(app.db, keyHash(bearer))) ?? unknown()
  const now = app.clock.now()
  const caller = { ...shopperOf(facts, row.uid), credentialId: row.token_id, token: bearer }
  if (row.replaced_at !== null)
    return now < later(row.replaced_at, REPLAYS_FOR)
      ? { ...caller, replayOnly: 'stale_access_token' }
      : fail('stale_access_token')
  if (now >= intakeTokenEnds(row.last_used_at))
    fail('stale_access_token', {
      message: 'This access token expired after 7 days without use. The person can continue at resume_url.',
    })
  if (now.getTime() - row.last_used_at.getTime() > MINUTE) await touchIntakeToken(app.db, row.token_id, now)
  return caller
}

export const intakeToken: Guard<App, ShopperCaller> = {
  scheme: 'intake_access_token',
  credential: 'Latest intake_access_token',
  failures: badTokens,
  identify,
}

const PURPOSE = 'resume-reference'

export const resumeUrl = ({ config, sealer }: App, uid: string): string =>
  `${config.publicUrl}/resume?ref=${referenceTo(sealer, PURPOSE, uid)}`

export const resumedUid = ({ sealer }: App, reference: string): string | null =>
  referredName(sealer, PURPOSE, reference)
