import { referencesOf } from '../../../agency/books/references.ts'
import { chart } from '../../../agency/ledger/postings.ts'
import { type LedgerLine, listLines } from '../../../agency/ledger/store.ts'
import { midnightIn } from '../../../agency/policies/coverage-start.ts'
import { type Policy, policiesIn } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { staffDownload } from '../../../platform/http/pages/document.ts'
import { dayInZone } from '../../../platform/lib/local-day.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { csv } from '../../../platform/pages/csv.ts'
import { isDay, plusDays } from '../../../platform/values/calendar.ts'
import { agencyDay } from '../../../products/line/wire/agency-day.ts'
import { staffPage } from '../sign-in/door.ts'

const MOST_LINES = 100_000

const COLUMNS = [
  'posted_at',
  'entry_id',
  'event',
  'account',
  'debit',
  'credit',
  'request',
  'payment',
  'reference',
  'posted_on',
  'booked_on',
  'account_number',
  'account_name',
  'insured',
  'carrier',
  'policy_number',
  'line',
  'state',
]

const dollars = (cents: number): string => (cents / 100).toFixed(2)

type Known = { referenceOf: (line: LedgerLine) => string | null; policies: ReadonlyMap<string, Policy> }

/** Lines from before they named their policy are of the first of their application. */
const policyOf = (policies: Known['policies'], { policy_id, uid }: LedgerLine): Policy | undefined =>
  policies.get(policy_id ?? '') ?? [...policies.values()].find(one => policy_id === null && one.uid === uid)

const cells =
  ({ referenceOf, policies }: Known, zone: string) =>
  (line: LedgerLine) => {
    const { posted_at, entry_id, event, account, amount_cents, uid, payment_id, booked_on } = line
    const policy = policyOf(policies, line)
    return [
      posted_at.toISOString(),
      entry_id,
      event,
      account,
      amount_cents > 0 ? dollars(amount_cents) : null,
      amount_cents < 0 ? dollars(-amount_cents) : null,
      uid,
      payment_id,
      referenceOf(line),
      dayInZone(zone, posted_at),
      booked_on ?? dayInZone(zone, posted_at),
      chart[account].number,
      chart[account].name,
      policy?.insured.full_name ?? null,
      policy?.carrier ?? null,
      policy?.policy_number ?? null,
      policy?.product ?? null,
      policy ? stateOf(policy) : null,
    ]
  }

const knownOf = async (
  app: App,
  period: { from: Date; to: Date },
  lines: readonly LedgerLine[],
): Promise<Known> => {
  const uids = [...new Set(lines.flatMap(({ uid }) => uid ?? []))]
  const policies = await policiesIn(app, uids)
  return {
    referenceOf: await referencesOf(app, period),
    policies: new Map(policies.map(policy => [policy.policy_id, policy])),
  }
}

type Cells = (string | number | null)[]

type Shape = {
  heading: readonly string[]
  cellsOf: (known: Known, zone: string) => (line: LedgerLine) => Cells
  most?: number
}

/** All lines of the period or none: a ledger that ends early would not balance. */
const linesCsv = async (
  app: App,
  period: { from: Date; to: Date },
  { heading, cellsOf, most = MOST_LINES }: Shape,
): Promise<string> => {
  const lines = await listLines(app.db, { ...period, limit: most + 1 })
  if (lines.length > most)
    fail('invalid_request', {
      message: `This period has more than ${most.toLocaleString('en-US')} ledger lines. Choose a shorter period.`,
    })
  return csv([heading, ...lines.map(cellsOf(await knownOf(app, period, lines), app.config.timeZone))])
}

export const ledgerCsv = (app: App, period: { from: Date; to: Date }, most = MOST_LINES): Promise<string> =>
  linesCsv(app, period, { heading: COLUMNS, cellsOf: cells, most })

const dayAsked = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && isDay(value) ? value : otherwise

export const ledgerPeriod = (
  app: Pick<App, 'config' | 'clock'>,
  asked: { from?: unknown; to?: unknown },
): { from: Date; to: Date } => {
  const { timeZone } = app.config
  return {
    from: midnightIn(timeZone, dayAsked(asked.from, '2000-01-01')),
    to: midnightIn(timeZone, plusDays(dayAsked(asked.to, agencyDay(app)), 1)),
  }
}

/** QuickBooks imports journals with these headings. The first line of an entry has its date and number too, as the rest. */
const JOURNAL = [
  'Journal No.',
  'Journal Date',
  'Account Name',
  'Debits',
  'Credits',
  'Description',
  'Name',
  'Memo',
]

const journalCells =
  ({ referenceOf, policies }: Known, zone: string) =>
  (line: LedgerLine) => {
    const { entry_id, event, account, amount_cents, booked_on, posted_at } = line
    const policy = policyOf(policies, line)
    const [year, month, day] = (booked_on ?? dayInZone(zone, posted_at)).split('-')
    return [
      entry_id,
      `${month}/${day}/${year}`,
      `${chart[account].number} ${chart[account].name}`,
      amount_cents > 0 ? dollars(amount_cents) : null,
      amount_cents < 0 ? dollars(-amount_cents) : null,
      nameTitle(event),
      policy?.insured.full_name ?? null,
      [policy?.carrier, policy?.policy_number, referenceOf(line)].filter(Boolean).join(', '),
    ]
  }

const journalPage = staffPage('/desk/money/journal.csv', 'see_money', async (app, { query }) => {
  const body = await linesCsv(app, ledgerPeriod(app, query), { heading: JOURNAL, cellsOf: journalCells })
  return staffDownload({ type: 'text/csv; charset=utf-8', body, filename: 'journal.csv' })
})

const chartPage = staffPage('/desk/money/accounts.csv', 'see_money', () => {
  const rows = Object.values(chart).map(({ number, name, kind }) => [number, name, nameTitle(kind)])
  const body = csv([['Account Number', 'Account Name', 'Type'], ...rows])
  return staffDownload({ type: 'text/csv; charset=utf-8', body, filename: 'accounts.csv' })
})

const ledgerPage = staffPage('/desk/money/ledger.csv', 'see_money', async (app, { query }) => {
  const body = await ledgerCsv(app, ledgerPeriod(app, query))
  return staffDownload({ type: 'text/csv; charset=utf-8', body, filename: 'ledger.csv' })
})

export const ledgerRows = [ledgerPage, journalPage, chartPage]
