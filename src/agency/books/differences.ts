import type { App } from '../../platform/app.ts'
import { recordAct } from '../../platform/audit/acts.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { usdCents } from '../../platform/values/money.ts'
import { post } from '../ledger/ledger.ts'
import type { BankAccount, LedgerAccount } from '../ledger/postings.ts'
import {
  type DifferenceRow,
  findDifference,
  insertBookDifferences,
  ledgerDifferences,
} from '../payments/difference-store.ts'
import { closeDifferenceAs } from '../payments/reconcile.ts'
import type { BankKind } from './bank.ts'
import { clearBankLine } from './bank-store.ts'
import type { CommissionKind } from './commission.ts'

export type BookKind = CommissionKind | BankKind | 'commission_total_differs'

/** What closing it needs to know. `words` name it for a person. */
type About = {
  words: string
  policy_id?: string | null
  carrier_id?: string | null
  account?: BankAccount
  line_id?: string
  on?: string
}

export type Found = {
  kind: BookKind
  of: string
  uid: string | null
  expected_cents: number
  found_cents: number
  about: About
}

export const noteBookDifferences = (
  app: App,
  found: readonly Found[],
  { month, owner }: { month: string; owner: string },
): Promise<void> =>
  insertBookDifferences(
    app.db,
    found.map(({ kind, of, about, ...amounts }) => {
      const difference_id = `${kind}/${of}`
      const sealed = app.sealer.seal(
        ledgerDifferences.context('about', { difference_id }),
        JSON.stringify(about),
      )
      return { ...amounts, kind, difference_id, about: sealed, found_at: app.clock.now(), month, owner }
    }),
  )

export const aboutDifference = (
  { sealer }: App,
  { difference_id, about }: Pick<DifferenceRow, 'difference_id' | 'about'>,
): About =>
  about ? sealer.openJson<About>(ledgerDifferences.context('about', { difference_id }), about) : { words: '' }

export const ways = {
  explained: 'Nothing is booked: the note says why',
  accepted: 'Accept the carrier’s figure',
  fee: 'Book it as a bank fee',
  income: 'Book it as interest or other income',
  received: 'Book it as money received or returned',
} as const

export type Way = keyof typeof ways

const accept = async (
  app: App,
  difference: DifferenceRow,
  { policy_id = null, carrier_id = null }: Partial<About>,
) => {
  const { difference_id, uid, expected_cents, found_cents } = difference
  const cents = found_cents - expected_cents
  await post(
    app,
    { event: cents > 0 ? 'commission_expected' : 'commission_reduced', cents: Math.abs(cents) },
    { uid, policy_id, carrier_id, payment_id: null, sandbox: false, cause: difference_id },
  )
}

const AGAINST = { fee: 'fees', income: 'other_income', received: 'received' } as const satisfies Partial<
  Record<Way, LedgerAccount>
>

const book = async (
  app: App,
  difference: DifferenceRow,
  { account, line_id, on, against }: About & { against: LedgerAccount },
): Promise<void> => {
  if (account === undefined || line_id === undefined) return
  const { difference_id, expected_cents, found_cents } = difference
  const cents = found_cents - expected_cents
  const [from, to] = cents > 0 ? [against, account] : [account, against]
  await post(
    app,
    { event: 'transferred', cents: Math.abs(cents), from, to },
    { uid: null, payment_id: null, sandbox: false, cause: difference_id, ...(on !== undefined && { on }) },
  )
  await clearBankLine(app.db, line_id, `transferred/${difference_id}`)
}

/** False: someone closed it before. */
export const closeBookDifference = async (
  app: App,
  difference_id: string,
  { way, note, actor }: { way: Way; note: string; actor: string },
): Promise<boolean> => {
  assertTransaction(app)
  const difference = await findDifference(app.db, difference_id)
  if (!difference || difference.closed_at !== null) return false
  const about = aboutDifference(app, difference)
  const isCommission = difference.kind.startsWith('commission_')
  if (way !== 'explained' && (way === 'accepted') !== isCommission)
    fail('invalid_request', {
      message: `“${ways[way]}” is for differences with ${isCommission ? 'the bank' : 'a carrier'}.`,
    })
  if (!(await closeDifferenceAs(app, difference_id, { note, by: actor }))) return false
  if (way === 'accepted') await accept(app, difference, about)
  else if (way !== 'explained') await book(app, difference, { ...about, against: AGAINST[way] })
  const amount = usdCents(difference.found_cents - difference.expected_cents)
  await recordAct(app, { about: difference_id, act: 'difference_closed', actor, note: `${amount}: ${note}` })
  return true
}
