import type { App } from '../../platform/app.ts'
import { actsAbout, recordAct } from '../../platform/audit/acts.ts'
import { lockName } from '../../platform/db/named-lock.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { timeOrderedId } from '../../platform/lib/random.ts'
import { usdCents } from '../../platform/values/money.ts'
import { bookToday, closeBooks, firstDayAfter, monthOf, post } from '../ledger/ledger.ts'
import { type BankAccount, chart, type LedgerAccount } from '../ledger/postings.ts'
import { type ClosedMonth, lastClosedMonth } from '../ledger/store.ts'
import { type DifferenceRow, openBookDifferences } from '../payments/difference-store.ts'
import { matchBank, readBankFile } from './bank.ts'
import {
  type BankStatement,
  balancesOn,
  bankLines,
  bankMovements,
  clearBankLines,
  heldByCustomer,
  insertBankStatement,
  linesThatAreOff,
  statementBefore,
  statementsOf,
} from './bank-store.ts'
import { putSplit, splitsDue } from './book-store.ts'
import { daysOf, lastDayOf } from './carrier-account.ts'
import { noteBookDifferences } from './differences.ts'
import { referencesOf } from './references.ts'
import { owedByTrust, type TrustPosition, trustPosition } from './trust.ts'

export const bankAccounts: readonly BankAccount[] = ['trust', 'operating']

const NO_CUSTOMER = { uid: null, payment_id: null, sandbox: false } as const

type BankFile = Pick<BankStatement, 'account' | 'month' | 'closing_cents'> & {
  /** Left out: where the statement before ended. */
  opening_cents?: number
  text: string
  actor: string
}

/** Each line of the bank beside the movement of the ledger that it is. Null: the month has a statement already. */
export const takeBankFile = async (
  app: App,
  { account, month, closing_cents, opening_cents, text, actor }: BankFile,
): Promise<{ lines: number; differences: number } | null> => {
  assertTransaction(app)
  const read = readBankFile(text)
  if (typeof read === 'string') return fail('invalid_request', { message: read })
  const { zone, until } = daysOf(app, month)
  const lines = read
    .filter(({ on }) => monthOf(on) === month)
    .map(line => ({ ...line, line_id: `${account}/${line.line_id}` }))
  const movements = await bankMovements(app.db, { account, zone, until })
  const referenceOf = await referencesOf(app, { from: new Date(0), to: app.clock.now() })
  const entries = movements.map(one => ({ ...one, reference: referenceOf(one)?.split(', ')[0] ?? null }))
  const { matches, cleared, differences } = matchBank({
    lines,
    entries: entries.filter(({ is_known }) => !is_known),
    known: entries.filter(({ is_known }) => is_known),
    open: await linesThatAreOff(app.db, account, until),
    until,
  })
  const before = await statementBefore(app.db, account, month)
  const now = app.clock.now()
  const statement: BankStatement = {
    statement_id: timeOrderedId(app.random, 'bst', now),
    account,
    month,
    opening_cents: opening_cents ?? before?.closing_cents ?? 0,
    closing_cents,
    recorded_by: actor,
    recorded_at: now,
  }
  const { statement_id } = statement
  const ends = statement.opening_cents + lines.reduce((all, { cents }) => all + cents, 0)
  if (ends !== closing_cents)
    fail('invalid_request', {
      message: `The month begins with ${usdCents(statement.opening_cents)} and the lines of ${month} bring it to ${usdCents(ends)}, not to ${usdCents(closing_cents)}. Check the balances, and that the file has the whole month. Nothing was saved.`,
    })
  const rows = lines.map(({ line_id, on, cents, words }) => {
    const match = matches.find(one => one.line_id === line_id)
    return {
      line_id,
      statement_id,
      account,
      booked_on: on,
      amount_cents: cents,
      words: app.sealer.seal(bankLines.context('words', { line_id }), words),
      entry_id: match?.entry_id ?? null,
      off_cents: match?.off_cents ?? cents,
    }
  })
  if (!(await insertBankStatement(app.db, statement, rows))) return null
  await clearBankLines(app.db, cleared)
  const found = differences.map(({ kind, of, line_id, on, words, expected_cents, found_cents }) => ({
    kind,
    of,
    uid: null,
    expected_cents,
    found_cents,
    about: { words, account, on, ...(line_id !== null && { line_id }) },
  }))
  await noteBookDifferences(app, found, { month, owner: actor })
  const note = `${month}: ends with ${usdCents(closing_cents)}`
  await recordAct(app, { about: account, act: 'bank_statement_taken', actor, note })
  return { lines: lines.length, differences: found.length }
}

type Reconciled = {
  account: BankAccount
  /** Null: no statement yet. */
  bank_cents: number | null
  ledger_cents: number
  /** In the ledger, not at the bank yet. */
  outstanding_cents: number
  /** At the bank, not in the ledger, or with another amount. */
  off_cents: number
}

/** What no line explains. */
export const unexplained = ({
  bank_cents,
  ledger_cents,
  outstanding_cents,
  off_cents,
}: Reconciled): number =>
  bank_cents === null ? 0 : bank_cents - (ledger_cents - outstanding_cents + off_cents)

export type BookMonth = {
  month: string
  isOver: boolean
  isClosed: boolean
  /** The one that must be closed before. */
  before: string | null
  balances: Partial<Record<LedgerAccount, number>>
  accounts: Reconciled[]
  position: TrustPosition
  trust_cents: number
  owed_cents: number
  differences: DifferenceRow[]
  ledger_cents: number
}

const reconciled = async (
  app: App,
  month: string,
  balances: BookMonth['balances'],
): Promise<Reconciled[]> => {
  const { zone, until } = daysOf(app, month)
  const statements = await statementsOf(app.db, month)
  const all: Reconciled[] = []
  for (const account of bankAccounts) {
    const movements = await bankMovements(app.db, { account, zone, until })
    const off = await linesThatAreOff(app.db, account, until)
    all.push({
      account,
      bank_cents: statements.find(one => one.account === account)?.closing_cents ?? null,
      ledger_cents: balances[account] ?? 0,
      outstanding_cents: movements.reduce((sum, one) => sum + (one.is_known ? 0 : one.cents), 0),
      off_cents: off.reduce((sum, { off_cents }) => sum + off_cents, 0),
    })
  }
  return all
}

const monthBefore = (closed: ClosedMonth | undefined, month: string): string | null => {
  const next = closed && monthOf(firstDayAfter(closed.month))
  return next !== undefined && next < month ? next : null
}

export const readMonth = async (app: App, month: string): Promise<BookMonth> => {
  const days = daysOf(app, month)
  const balances: BookMonth['balances'] = Object.fromEntries(
    (await balancesOn(app.db, days)).map(({ account, cents }) => [account, cents]),
  )
  const position = trustPosition(await heldByCustomer(app.db, days))
  const closed = await lastClosedMonth(app.db)
  return {
    month,
    isOver: bookToday(app) > days.until,
    isClosed: closed !== undefined && month <= closed.month,
    before: monthBefore(closed, month),
    balances,
    accounts: await reconciled(app, month, balances),
    position,
    trust_cents: (balances.trust ?? 0) + (balances.received ?? 0),
    owed_cents: owedByTrust(position),
    differences: await openBookDifferences(app.db, month),
    ledger_cents: Object.values(balances).reduce((sum, cents) => sum + cents, 0),
  }
}

/** What the agency may take out of the trust account, or must put into it if it is negative. */
export const toMove = ({ trust_cents, owed_cents }: BookMonth): number => trust_cents - owed_cents

const isUsed = ({ ledger_cents, outstanding_cents, off_cents }: Reconciled): boolean =>
  ledger_cents !== 0 || outstanding_cents !== 0 || off_cents !== 0

/** Why the month cannot be closed yet, in the order of the steps. */
export const openSteps = (month: BookMonth): string[] => {
  const { isOver, before, accounts, differences, ledger_cents } = month
  const missing = accounts.filter(one => one.bank_cents === null && isUsed(one))
  const wrong = accounts.filter(one => unexplained(one) !== 0)
  const move = toMove(month)
  return [
    ...(isOver ? [] : ['The month is not over yet.']),
    ...(before === null ? [] : [`${before} is not closed yet.`]),
    ...missing.map(
      ({ account }) => `The bank’s file of the ${chart[account].name.toLowerCase()} is missing.`,
    ),
    ...(differences.length === 0
      ? []
      : [
          differences.length === 1
            ? 'One difference is open.'
            : `${differences.length} differences are open.`,
        ]),
    ...wrong.map(
      one =>
        `${usdCents(unexplained(one))} of the ${chart[one.account].name.toLowerCase()} is not explained.`,
    ),
    ...(move > 0 ? [`${usdCents(move)} of commission is still in the trust account.`] : []),
    ...(move < 0 ? [`${usdCents(0 - move)} is missing in the trust account.`] : []),
    ...(ledger_cents === 0 ? [] : [`The ledger is off by ${usdCents(ledger_cents)}.`]),
  ]
}

type Shared = { policy_id: string; producer: string; percent: number; actor: string }

/** From the next close on, the producer gets this part of what the policy earns and has earned. */
export const setShare = async (app: App, { policy_id, producer, percent, actor }: Shared): Promise<void> => {
  assertTransaction(app)
  await putSplit(app.db, { policy_id, producer, percent, set_by: actor, set_at: app.clock.now() })
  const note = `${producer}: ${percent}%`
  await recordAct(app, { about: policy_id, act: 'producer_share_set', actor, note })
}

type Transfer = {
  from: LedgerAccount
  to: LedgerAccount
  cents: number
  on: string
  reference: string
  actor: string
}

/** False: this transfer is recorded already. */
export const transfer = async (
  app: App,
  { from, to, cents, on, reference, actor }: Transfer,
): Promise<boolean> => {
  assertTransaction(app)
  const about = `${from}/${to}`
  const note = `${reference}, ${usdCents(cents)}, ${on}`
  await lockName(app.db, about)
  if ((await actsAbout(app, about)).some(one => one.note === note)) return false
  const cause = await recordAct(app, { about, act: 'transferred', actor, note })
  await post(app, { event: 'transferred', cents, from, to }, { ...NO_CUSTOMER, cause, on })
  return true
}

/** Each month once: what a producer gets of the commission that was earned, less what was booked before. */
const shareOut = async (app: App, month: string): Promise<void> => {
  const until = lastDayOf(month)
  for (const split of await splitsDue(app.db, { zone: app.config.timeZone, until })) {
    const { policy_id, uid, carrier_id, percent, earned, shared } = split
    const cents = Math.round((earned * percent) / 100) - shared
    await post(
      app,
      { event: cents < 0 ? 'producer_share_returned' : 'producer_share', cents: Math.abs(cents) },
      { ...NO_CUSTOMER, uid, policy_id, carrier_id, cause: `${policy_id}/${month}`, on: until },
    )
  }
}

/** What is booked from now on counts for the next month. */
export const closeMonth = async (app: App, month: string, actor: string): Promise<void> => {
  assertTransaction(app)
  await shareOut(app, month)
  await closeBooks(app, async inside => {
    const state = await readMonth(inside, month)
    const [first] = state.isClosed ? ['This month is closed already.'] : openSteps(state)
    if (first !== undefined) fail('invalid_request', { message: `${first} Nothing was closed.` })
    return { month, trust_cents: state.trust_cents, owed_cents: state.owed_cents, closed_by: actor }
  })
  await recordAct(app, { about: month, act: 'month_closed', actor, note: null })
}
