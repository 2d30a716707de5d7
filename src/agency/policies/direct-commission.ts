import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { timeOrderedId } from '../../platform/lib/random.ts'
import { isDay } from '../../platform/values/calendar.ts'
import { post } from '../ledger/ledger.ts'
import { commissionOf, proRataCents } from '../ledger/postings.ts'
import { linesOfPolicy } from '../ledger/store.ts'
import { commissionPercent } from '../payments/installments.ts'
import { periodOn, type Versioned } from './life/policy-end.ts'
import type { Policy } from './policies.ts'
import { carrierOfPolicy } from './store.ts'

type Expected = {
  uid: string
  policy_id: string
  carrier_id: string
  sandbox: boolean
  /** The first day of a renewed period. Null: the first one. */
  period: string | null
  cause: string
}

/** What a carrier that bills by itself owes us for a premium, or takes back if it is negative. */
export const expectCommission = async (
  app: App,
  { period, ...about }: Expected,
  premium_cents: number,
): Promise<void> => {
  const percent = commissionPercent(app, { ...about, period })
  const cents = commissionOf(Math.abs(premium_cents), percent)
  const event = premium_cents < 0 ? 'commission_reduced' : 'commission_expected'
  await post(app, { event, cents }, { ...about, payment_id: null })
}

const BECAUSE_IT_ENDS = 'ends'

/** The commission on the days that a policy no longer covers, by days. Null: the policy continues. */
export const restateCommission = async (
  app: App,
  policy: Pick<Policy, 'uid' | 'policy_id' | 'sandbox'> & Versioned<'period' | 'price_cents'>,
  ends_on: string | null,
): Promise<void> => {
  assertTransaction(app)
  const { uid, policy_id, sandbox } = policy
  const lines = (await linesOfPolicy(app.db, policy_id)).filter(
    ({ account }) => account === 'commission_receivable',
  )
  const isEnd = ({ entry_id }: { entry_id: string }) => entry_id.endsWith(`/${BECAUSE_IT_ENDS}`)
  const expected = lines.filter(
    ({ event }) => event === 'commission_expected' || event === 'commission_reduced',
  )
  const sum = (all: typeof lines) => all.reduce((cents, { amount_cents }) => cents + amount_cents, 0)
  const reduced = 0 - sum(expected.filter(isEnd))
  const earned = ends_on === null ? null : periodOn(policy, ends_on)
  const [first] = policy.versions
  // The entry of a renewed period ends with its first day. The others are of the first period.
  const isOf = ({ entry_id }: { entry_id: string }) => {
    const of = entry_id.split('/').at(-1) ?? ''
    return earned?.from === first?.terms.period.from ? !isDay(of) : of === earned?.from
  }
  const base = sum(expected.filter(one => !isEnd(one) && isOf(one)))
  const target =
    earned === null || ends_on === null || base <= 0
      ? 0
      : proRataCents(base, { from: earned.from, to: earned.to, canceledOn: ends_on })
  if (target === reduced) return
  const cause = `${timeOrderedId(app.random, 'com', app.clock.now())}/${BECAUSE_IT_ENDS}`
  const carrier_id = (await carrierOfPolicy(app.db, policy_id)) ?? null
  await post(
    app,
    {
      event: target > reduced ? 'commission_reduced' : 'commission_expected',
      cents: Math.abs(target - reduced),
    },
    { uid, policy_id, carrier_id, sandbox, payment_id: null, cause },
  )
}
