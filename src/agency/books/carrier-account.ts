import type { App } from '../../platform/app.ts'
import { recordAct } from '../../platform/audit/acts.ts'
import { statedCarrier } from '../../platform/config/desk-carriers.ts'
import { lockName } from '../../platform/db/named-lock.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { plusDays } from '../../platform/values/calendar.ts'
import { usdCents } from '../../platform/values/money.ts'
import { bookToday, firstDayAfter, post } from '../ledger/ledger.ts'
import { policiesIn } from '../policies/policies.ts'
import { stateOf } from '../policies/terms.ts'
import { type AccountRow, accountRows } from './book-store.ts'

export const lastDayOf = (month: string): string => plusDays(firstDayAfter(month), -1)

export const daysOf = ({ config }: Pick<App, 'config'>, month: string) => ({
  zone: config.timeZone,
  from: `${month}-01`,
  until: lastDayOf(month),
})

export type NamedRow = AccountRow & { insured: string; carrier: string; line: string; state: string }

/** With the names, which are encrypted. An erased customer has none. */
export const named = async (app: App, rows: readonly AccountRow[]): Promise<NamedRow[]> => {
  const known = new Map(
    (await policiesIn(app, [...new Set(rows.map(({ uid }) => uid))])).map(policy => [
      policy.policy_id,
      policy,
    ]),
  )
  return rows.map(row => {
    const policy = known.get(row.policy_id)
    return {
      ...row,
      insured: policy?.insured.full_name ?? 'Erased',
      carrier: policy?.carrier ?? carrierName(app, row.carrier_id),
      line: policy?.product ?? '',
      state: policy ? stateOf(policy) : '',
      policy_number: policy?.policy_number ?? row.policy_number,
    }
  })
}

const carrierName = ({ config }: Pick<App, 'config'>, carrier_id: string): string =>
  statedCarrier(config, carrier_id)?.name ?? carrier_id

const SUMS = [
  'opening',
  'gross',
  'commission',
  'net',
  'paid',
  'closing',
  'direct_opening',
  'expected',
  'received',
  'direct_closing',
] as const

export type Totals = Record<(typeof SUMS)[number], number>

export const totalsOf = (rows: readonly Totals[]): Totals =>
  Object.fromEntries(SUMS.map(name => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Totals

export type CarrierTotals = Totals & { carrier_id: string; carrier: string }

export const carrierTotals = async (app: App, month: string): Promise<CarrierTotals[]> => {
  const rows = await accountRows(app.db, daysOf(app, month))
  const firsts = [...new Map(rows.map(row => [row.carrier_id, row])).values()]
  return (await named(app, firsts))
    .map(({ carrier_id, carrier }) => ({
      carrier_id,
      carrier,
      ...totalsOf(rows.filter(row => row.carrier_id === carrier_id)),
    }))
    .toSorted((a, b) => a.carrier.localeCompare(b.carrier))
}

type CarrierPaid = {
  carrier_id: string
  policy_ids: readonly string[]
  /** All that was owed when the page was opened. */
  owed_cents?: number
  cents: number
  paid_on: string
  reference: string
  actor: string
}

/** One check for several policies. False: something was paid or billed since, perhaps by the same form. */
export const payCarrier = async (
  app: App,
  { carrier_id, policy_ids, owed_cents, cents, paid_on, reference, actor }: CarrierPaid,
): Promise<boolean> => {
  assertTransaction(app)
  // Two payments at once wait for each other, so that nothing is paid twice.
  await lockName(app.db, `carrier_paid/${carrier_id}`)
  const month = bookToday(app).slice(0, 7)
  const all = await accountRows(app.db, daysOf(app, month), carrier_id)
  if (owed_cents !== undefined && totalsOf(all).closing !== owed_cents) return false
  const rows = all.filter(({ policy_id, closing }) => policy_ids.includes(policy_id) && closing !== 0)
  const owed = rows.reduce((sum, { closing }) => sum + closing, 0)
  const [first] = rows
  const isPart = rows.length === 1 && cents < owed
  if (!first || (cents !== owed && !isPart))
    fail('invalid_request', {
      message: `We owe ${usdCents(owed)} for the chosen policies. Enter that amount, or choose one policy to pay a part of it.`,
    })
  const parts = rows.map(({ uid, policy_id, closing }) => ({
    uid,
    policy_id,
    carrier_id,
    cents: isPart ? cents : closing,
  }))
  const note = `${reference}, ${usdCents(cents)}`
  const cause = await recordAct(app, { about: carrier_id, act: 'carrier_paid', actor, note })
  const about = { uid: null, payment_id: null, sandbox: false, carrier_id, cause, on: paid_on }
  return post(app, { event: 'carrier_paid', cents, parts }, about)
}
