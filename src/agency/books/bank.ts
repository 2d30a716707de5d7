import { createHash } from 'node:crypto'
import { daysBetween } from '../../platform/lib/clock.ts'
import { readCsv } from '../../platform/pages/csv.ts'
import { isDay, plusDays } from '../../platform/values/calendar.ts'
import { signedCentsIn } from '../../platform/values/money.ts'

export type BankLine = { line_id: string; on: string; cents: number; words: string }

const dayIn = (text: string): string | null => {
  const [, month = '', date = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? []
  const plain = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text)
  const day = plain
    ? plain.slice(1, 4).join('-')
    : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** The bank's own number of a line, or what tells it apart: the day, the amount, the words, and how often they come. */
const withIds = (lines: readonly (Omit<BankLine, 'line_id'> & { id?: string | undefined })[]): BankLine[] => {
  const times = new Map<string, number>()
  return lines.map(({ id, ...line }) => {
    const same = `${line.on}|${line.cents}|${line.words}`
    const time = (times.get(same) ?? 0) + 1
    times.set(same, time)
    const line_id = id ?? createHash('sha256').update(`${same}|${time}`).digest('hex').slice(0, 24)
    return { ...line, line_id }
  })
}

/** OFX 1 has no closing tags, OFX 2 is XML. */
const readOfx = (text: string): BankLine[] | string => {
  const blocks = text.split(/<STMTTRN>/i).slice(1)
  const lines = blocks.map(block => {
    const [own = ''] = block.split(/<\/STMTTRN>|<\/BANKTRANLIST>/i)
    const tag = (name: string) => new RegExp(`<${name}>([^<\\r\\n]*)`, 'i').exec(own)?.[1]?.trim()
    const words = [tag('CHECKNUM'), tag('NAME'), tag('MEMO')].filter(Boolean).join(' ')
    return {
      id: tag('FITID'),
      on: dayIn(tag('DTPOSTED') ?? ''),
      cents: signedCentsIn(tag('TRNAMT') ?? ''),
      words,
    }
  })
  const wrong = lines.findIndex(({ on, cents }) => on === null || cents === null)
  if (wrong >= 0) return `Transaction ${wrong + 1} of the file has no date or no amount.`
  return withIds(lines.map(line => ({ ...line, on: line.on ?? '', cents: line.cents ?? 0 })))
}

const readBankCsv = (text: string): BankLine[] | string => {
  const rows = readCsv(text)
  const at = rows.findIndex(row => row.some(name => /date/i.test(name)))
  const heading = rows[at] ?? []
  const find = (name: RegExp) => heading.findIndex(one => name.test(one))
  const [date, amount, debit, credit] = [
    find(/date/i),
    find(/^amount|amount$/i),
    find(/debit|withdrawal/i),
    find(/credit|deposit/i),
  ]
  if (at < 0 || (amount < 0 && (debit < 0 || credit < 0)))
    return 'The file needs a line of headings with a date and an amount, or with debits and credits.'
  const told = heading.flatMap((name, place) =>
    /descr|memo|payee|name|detail|check|number|ref/i.test(name) ? [place] : [],
  )
  const lines: Omit<BankLine, 'line_id'>[] = []
  for (const [below, row] of rows.slice(at + 1).entries()) {
    const on = dayIn(row[date] ?? '')
    const part = (place: number) => (place < 0 ? 0 : Math.abs(signedCentsIn(row[place] ?? '') ?? 0))
    const cents = amount >= 0 ? signedCentsIn(row[amount] ?? '') : part(credit) - part(debit)
    if (on === null || cents === null) return `Line ${at + below + 2} of the file has no date or no amount.`
    lines.push({
      on,
      cents,
      words: told
        .map(place => row[place] ?? '')
        .filter(Boolean)
        .join(' '),
    })
  }
  return withIds(lines)
}

/** The lines of a bank's file, or what is wrong with it. */
export const readBankFile = (text: string): BankLine[] | string =>
  /<OFX>|OFXHEADER/i.test(text.slice(0, 2000)) ? readOfx(text) : readBankCsv(text)

/** A movement of a bank account in the ledger. */
export type BankEntry = { entry_id: string; on: string; cents: number; reference: string | null }

type Match = { line_id: string; entry_id: string | null; off_cents: number }

export type BankKind = 'bank_unknown' | 'bank_amount_differs' | 'bank_twice' | 'bank_missing'

type BankDifference = {
  kind: BankKind
  of: string
  line_id: string | null
  on: string
  expected_cents: number
  found_cents: number
  words: string
}

const names = ({ reference }: BankEntry, words: string): boolean =>
  reference !== null &&
  reference.length >= 3 &&
  new RegExp(`(?<![0-9a-z])${reference.replaceAll(/[^\w]/g, '\\$&')}(?![0-9a-z])`, 'i').test(words)

/** Banks book a deposit within days, and a check when somebody cashes it. */
const MOST_DAYS = 15
const CHECK_DAYS = 60

const isNear = ({ on }: BankEntry, line: BankLine, days: number): boolean =>
  line.on >= plusDays(on, -3) && line.on <= plusDays(on, days)

type Passes = readonly ((entry: BankEntry, line: BankLine) => boolean)[]

const PASSES: Passes = [
  (entry, line) => entry.cents === line.cents && names(entry, line.words) && isNear(entry, line, 180),
  (entry, line) =>
    names(entry, line.words) && Math.sign(entry.cents) === Math.sign(line.cents) && isNear(entry, line, 180),
  (entry, line) => entry.cents === line.cents && isNear(entry, line, MOST_DAYS),
]

const nearest = (entries: readonly BankEntry[], line: BankLine): BankEntry | undefined =>
  entries.toSorted((a, b) => Math.abs(daysBetween(a.on, line.on)) - Math.abs(daysBetween(b.on, line.on)))[0]

/** A line that the bank takes back later, or the other way round. `open`: earlier lines that are still off. */
const reversed = (unknown: readonly BankLine[], open: readonly { line_id: string; off_cents: number }[]) => {
  const left = new Map<string, number>([
    ...open.map(({ line_id, off_cents }) => [line_id, off_cents] as const),
    ...unknown.map(({ line_id, cents }) => [line_id, cents] as const),
  ])
  const pairs: string[] = []
  for (const { line_id, cents } of unknown) {
    const other = [...left].find(([id, off]) => id !== line_id && off === -cents)
    if (!left.has(line_id) || !other) continue
    left.delete(line_id)
    left.delete(other[0])
    pairs.push(line_id, other[0])
  }
  return pairs
}

type Compared = {
  lines: readonly BankLine[]
  entries: readonly BankEntry[]
  /** Of the ledger, matched before: what the bank books a second time. */
  known: readonly BankEntry[]
  open: readonly { line_id: string; off_cents: number }[]
  until: string
}

export const matchBank = ({ lines, entries, known, open, until }: Compared) => {
  const left = new Set(entries)
  const matches = new Map<string, Match>()
  for (const fits of PASSES)
    for (const line of lines) {
      if (matches.has(line.line_id)) continue
      const entry = nearest(
        [...left].filter(one => fits(one, line)),
        line,
      )
      if (!entry) continue
      left.delete(entry)
      matches.set(line.line_id, {
        line_id: line.line_id,
        entry_id: entry.entry_id,
        off_cents: line.cents - entry.cents,
      })
    }
  const unknown = lines.filter(({ line_id }) => !matches.has(line_id))
  const differing = [...matches.values()].filter(({ off_cents }) => off_cents !== 0)
  const pairs = reversed(unknown, [...open, ...differing])
  const matched = [...known, ...entries.filter(entry => !left.has(entry))]
  const differences: BankDifference[] = []
  for (const line of lines) {
    const { line_id, cents, words, on } = line
    const match = matches.get(line_id) ?? { line_id, entry_id: null, off_cents: cents }
    matches.set(line_id, pairs.includes(line_id) ? { ...match, off_cents: 0 } : match)
    if (pairs.includes(line_id) || match.off_cents === 0) continue
    const isTwice = match.entry_id === null && matched.some(one => one.cents === cents && names(one, words))
    const kind = match.entry_id !== null ? 'bank_amount_differs' : isTwice ? 'bank_twice' : 'bank_unknown'
    differences.push({
      kind,
      of: line_id,
      line_id,
      on,
      words,
      expected_cents: cents - match.off_cents,
      found_cents: cents,
    })
  }
  for (const { entry_id, on, cents, reference } of left)
    if (on <= plusDays(until, -(cents > 0 ? MOST_DAYS : CHECK_DAYS)))
      differences.push({
        kind: 'bank_missing',
        of: entry_id,
        line_id: null,
        on,
        words: reference ?? '',
        expected_cents: cents,
        found_cents: 0,
      })
  return {
    matches: [...matches.values()],
    cleared: pairs.filter(id => !matches.has(id)),
    differences,
  }
}
