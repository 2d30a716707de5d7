import type { Cell, PrintedLine } from './pdf-text.ts'
import { datesIn, isPeriod, periodsIn } from './read-dates.ts'
import { namesIn } from './read-names.ts'

/** Where a value stands. `page` and `line` count from 1. */
export type Place = { page: number; line: number; words: string }

/** `at` is null if staff entered it. */
export type Read<V> = { value: V; at: Place | null }

/** Percent of the dwelling limit. */
export type ReadAmount = { cents: number } | { percent: number }

type ReadMortgagee = { name: Read<string>; loan_number: Read<string> | null }

export type ReadDeclarations = {
  insureds: Read<string>[]
  property: Read<string> | null
  policy_number: Read<string> | null
  from: Read<string> | null
  to: Read<string> | null
  limits: { [K in ReadLimit]?: Read<ReadAmount> }
  roof: Read<'replacement_cost' | 'actual_cash_value'> | null
  mortgagees: ReadMortgagee[]
  premium_cents: Read<number> | null
}

const lettered = (letter: string, words: string): RegExp =>
  new RegExp(
    `^(?:(?:coverage|cov\\.?) ${letter}\\b|${letter}[.):]|\\(${letter}\\))[\\s:.–—-]*(?:${words})?|^(?:${words})\\b`,
    'i',
  )

const LIMITS = {
  dwelling_coverage: lettered('a', 'dwelling(?: protection| coverage)?'),
  other_structures: lettered('b', 'other structures'),
  personal_property: lettered('c', "(?:unscheduled )?personal property|contents|landlord[’']s furnishings"),
  loss_of_use: lettered('d', 'loss of use|additional living|fair rental value|lost rent'),
  personal_liability: lettered('e', '(?:personal|family|premises) liability'),
  medical_payments: lettered('f', '(?:guest )?medical (?:payments|protection|expense)'),
  deductible:
    /^(?:all (?:other )?perils?|aop)\b|^(?:(?:policy|base|section i|property|standard|flat) )?deductible\b/i,
  wind_hail_deductible:
    /^(?:wind(?:storm)?(?:\s*(?:\/|&|and|or)\s*hail)?|hurricane|named storm|tropical cyclone)\b/i,
  water_backup: /^(?:water|sewer)[\w\s/&,-]{0,30}back(?:-| )?up\b/i,
  ordinance_or_law: /^(?:increased )?ordinance (?:or|and|&) law\b/i,
  coverage_limit:
    /^(?:personal )?umbrella (?:liability )?(?:limit|-)|^personal umbrella liability\b|^(?:excess|limit of) liability,? each occurrence/i,
} as const

export type ReadLimit = keyof typeof LIMITS

const LABELS = {
  insured:
    /^(?:(?:first|primary|additional|second|joint) )?(?:named insured|policyholder|insured)(?:s|\(s\))?(?: names?)?(?:\s*(?:and|&|\/)\s*(?:mailing )?address)?\s*(?::|[-–]|$)|^named insured(?:s|\(s\))?\s+(?=\p{Lu})/iu,
  property:
    /^(?:insured|covered|described|residence) (?:location|property|premises|residence|dwelling)(?: address)?|^(?:property|location|premises|risk) (?:address|insured|location|at)\b|^location of (?:the )?(?:property|residence|insured)(?: premises| insured| property)?/i,
  number: /^policy ?(?:number|no\b\.?|#|id\b)/i,
  period: /^(?:policy|coverage) (?:period|term)\b/i,
  from: /^(?:policy )?(?:effective|inception|begins|starts|from)\b/i,
  to: /^(?:policy )?(?:expir\w*|ends|until|to)\b/i,
  roof: /^roof\b[\w\s]{0,30}?(?:settlement|payment|valuation|coverage)/i,
  mortgagee:
    /^(?:(?:first|second|third|1st|2nd|3rd) )?(?:mortgagee|mortgage (?:company|holder)|lienholder)(?: ?\/ ?lienholder)?(?: ?#?\d)?(?: name)?(?: (?:and|&) address)?\s*(?::|$)/i,
  total: /^total\b.{0,30}\bpremium\b|^total (?:amount )?due\b/i,
  premium: /^(?:annual|policy|full[- ]term) premium\b/i,
} as const

const ALL_LABELS: readonly RegExp[] = [...Object.values(LABELS), ...Object.values(LIMITS)]

const isLabel = (text: string): boolean => ALL_LABELS.some(label => label.test(text))

type Spot = { line: PrintedLine; cell: Cell; at: number; lines: readonly PrintedLine[] }

const placeOf = ({ page, line, text }: PrintedLine): Place => ({ page, line, words: text.slice(0, 160) })

const spotsOf = (lines: readonly PrintedLine[], label: RegExp): (Spot & { rest: string })[] =>
  lines.flatMap(line =>
    line.cells.flatMap((cell, at) => {
      const found = label.exec(cell.text)
      return found
        ? [{ line, cell, at, lines, rest: cell.text.slice(found[0].length).replace(/^[\s:.#)–—-]+/, '') }]
        : []
    }),
  )

const COLUMN_POINTS = 15

/** The cells under a label: in its column, on the same page, until two lines have none. */
const below = ({ line, cell, lines }: Spot, most = 6): { line: PrintedLine; cell: Cell }[] => {
  const found: { line: PrintedLine; cell: Cell }[] = []
  let misses = 0
  for (const next of lines.slice(lines.indexOf(line) + 1)) {
    if (next.page !== line.page || found.length === most || misses > 1) break
    const own = next.cells.find(({ x }) => Math.abs(x - cell.x) < COLUMN_POINTS)
    if (own) found.push({ line: next, cell: own })
    else misses++
  }
  return found
}

/** The cells to the right, up to the next label. */
const right = ({ line, at }: Spot): Cell[] => {
  const others = line.cells.slice(at + 1)
  const next = others.findIndex(({ text }) => isLabel(text))
  return next === -1 ? others : others.slice(0, next)
}

type Reader<V> = (text: string) => V | null

/** In the label's own cell, to its right, or under it: where the first value that reads stands. */
const readAt = <V>(lines: readonly PrintedLine[], label: RegExp, read: Reader<V>): Read<V> | null => {
  for (const spot of spotsOf(lines, label)) {
    for (const text of [spot.rest, ...right(spot).map(cell => cell.text)]) {
      const value = read(text)
      if (value !== null) return { value, at: placeOf(spot.line) }
    }
    const [under] = below(spot, 1)
    const value = under && !isLabel(under.cell.text) ? read(under.cell.text) : null
    if (under && value !== null) return { value, at: placeOf(under.line) }
  }
  return null
}

const AMOUNT =
  /\$\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?(?!\d)|(?<![\d,.-])(\d{1,3}(?:,\d{3})+)(?:\.(\d{2}))?(?![\d,-])/

const centsOf: Reader<number> = text => {
  const [, signed, signedCents, bare, bareCents] = AMOUNT.exec(text) ?? []
  const whole = signed ?? bare
  if (whole === undefined) return /^\d{3,7}$/.test(text) ? Number(text) * 100 : null
  return Number(whole.replaceAll(',', '')) * 100 + Number(signedCents ?? bareCents ?? 0)
}

const amountOf: Reader<ReadAmount> = text => {
  const percent = /(\d{1,2}(?:\.\d{1,2})?)\s?%/.exec(text)?.[1]
  if (percent !== undefined) return { percent: Number(percent) }
  const cents = centsOf(text)
  return cents === null ? null : { cents }
}

const LIMIT_HEADING = /^(?:coverage )?limits?(?: of (?:liability|insurance))?$|^amounts?(?: of insurance)?$/i
const PREMIUM_HEADING = /^(?:annual )?premiums?$/i

const headingOver = ({ line, lines }: Spot, heading: RegExp): Cell | undefined => {
  const above = lines.slice(0, lines.indexOf(line)).filter(({ page }) => page === line.page)
  return above.flatMap(({ cells }) => cells.filter(({ text }) => heading.test(text))).at(-1)
}

/** A table of coverages may print the premium beside the limit, on either side. */
const withoutPremiums = (spot: Spot, cells: readonly Cell[]): Cell[] => {
  const [limit, premium] = [headingOver(spot, LIMIT_HEADING), headingOver(spot, PREMIUM_HEADING)]
  if (!limit || !premium) return [...cells]
  return cells.filter(({ x }) => Math.abs(x - limit.x) <= Math.abs(x - premium.x))
}

const limitOf = (lines: readonly PrintedLine[], label: RegExp): Read<ReadAmount> | null => {
  for (const spot of spotsOf(lines, label)) {
    const cells = /deductible/i.test(spot.cell.text) ? right(spot) : withoutPremiums(spot, right(spot))
    const value = [spot.rest, ...cells.map(({ text }) => text)].map(amountOf).find(one => one !== null)
    if (value) return { value, at: placeOf(spot.line) }
  }
  return null
}

const NUMBER = /^(?:[A-Z]{1,6}[ -]?){0,2}\d[\dA-Z]*(?:[ -][A-Z]{0,3}\d[\dA-Z]*)*(?:-[A-Z]{1,3}\b)?/i

const numberOf: Reader<string> = text => {
  const found = NUMBER.exec(text)?.[0]
  return found !== undefined && found.replaceAll(/\W/g, '').length >= 3 ? found : null
}

const dateOf: Reader<string> = text => datesIn(text)[0]?.date ?? null

const periodOf = (lines: readonly PrintedLine[]): Pick<ReadDeclarations, 'from' | 'to'> => {
  const twoDates: Reader<{ from: string; to: string }> = text => {
    const [from, to] = datesIn(text)
    return from && to && isPeriod(from.date, to.date) ? { from: from.date, to: to.date } : null
  }
  const inOneLine = (): Read<{ from: string; to: string }> | null => {
    for (const line of lines) {
      const [value] = periodsIn(line.text)
      if (value) return { value, at: placeOf(line) }
    }
    return null
  }
  const found = readAt(lines, LABELS.period, twoDates) ?? inOneLine()
  if (found)
    return { from: { value: found.value.from, at: found.at }, to: { value: found.value.to, at: found.at } }
  return { from: readAt(lines, LABELS.from, dateOf), to: readAt(lines, LABELS.to, dateOf) }
}

const CITY_LINE = /[\p{L}.'’ -]+,? [A-Z]{2},? \d{5}(?:-\d{4})?/iu
const ADDRESS = new RegExp(`(?:\\d|p\\.?o\\.? box)[^\\n]*?,? ${CITY_LINE.source}`, 'iu')

const addressIn: Reader<string> = text => ADDRESS.exec(text)?.[0]?.trim() ?? null

const addressAt = (spot: Spot & { rest: string }): Read<string> | null => {
  const [next] = right(spot)
  const first = spot.rest || (next && /^\d/.test(next.text) ? next.text : '')
  const under = below(spot, 6).map(({ cell }) => cell.text)
  for (let rows = 0; rows <= under.length; rows++) {
    const value = addressIn([first, ...under.slice(0, rows)].filter(Boolean).join(', '))
    if (value !== null) return { value, at: placeOf(spot.line) }
  }
  return null
}

const insuredsIn = (lines: readonly PrintedLine[]): Read<string>[] =>
  spotsOf(lines, LABELS.insured).flatMap(spot => {
    const [next] = right(spot)
    const own = spot.rest || (next && namesIn(next.text).length > 0 ? next.text : '')
    const rows = [
      { line: spot.line, text: own },
      ...below(spot).map(({ line, cell }) => ({ line, text: cell.text })),
    ]
    const found: Read<string>[] = []
    for (const { line, text } of rows.filter(row => row.text !== '')) {
      const names = isLabel(text) ? [] : namesIn(text)
      if (names.length === 0) break
      found.push(...names.map(value => ({ value, at: placeOf(line) })))
    }
    return found
  })

const propertyIn = (lines: readonly PrintedLine[]): Read<string> | null => {
  for (const spot of spotsOf(lines, LABELS.property)) {
    if (/^same as/i.test(spot.rest || (right(spot)[0]?.text ?? ''))) {
      const mailing = spotsOf(lines, LABELS.insured).map(addressAt).find(Boolean)
      if (mailing) return { ...mailing, at: placeOf(spot.line) }
    }
    const found = addressAt(spot)
    if (found) return found
  }
  return null
}

const LOAN =
  /\b(?:loan|account)(?: ?\/ ?loan)? ?(?:number|no\b\.?|#|id\b|reference|ref\b\.?)?[\s:#.]*([A-Z]{0,4}-?\d[\dA-Z-]+)/i
const LOAN_HEADING = /^(?:loan|account)\b/i
const CLAUSE = /[\s,]*(?:\b(?:isaoa|atima|its successors|as their interests)\b|c\/o).*$/i

const lenderOf = (text: string): string =>
  text
    .replace(LOAN, '')
    .split(/,| {3,}/)[0]
    ?.replace(CLAUSE, '')
    .trim() ?? ''

const loanIn = (spot: Spot & { rest: string }): Read<string> | null => {
  const heading = headingOver(spot, LOAN_HEADING)
  const inColumn = heading && right(spot).find(({ x }) => Math.abs(x - heading.x) < COLUMN_POINTS)
  if (inColumn) return { value: inColumn.text, at: placeOf(spot.line) }
  for (const line of spot.lines.slice(spot.lines.indexOf(spot.line)).slice(0, 7)) {
    if (line !== spot.line && line.cells.some(({ text }) => LABELS.mortgagee.test(text))) return null
    const value = LOAN.exec(line.text)?.[1]
    if (value !== undefined) return { value, at: placeOf(line) }
  }
  return null
}

const mortgageesIn = (lines: readonly PrintedLine[]): ReadMortgagee[] =>
  spotsOf(lines, LABELS.mortgagee).flatMap(spot => {
    const texts = [spot.rest, right(spot)[0]?.text ?? '', below(spot, 1)[0]?.cell.text ?? '']
    const name = lenderOf(texts.find(text => text !== '') ?? '')
    if (name === '' || isLabel(name) || /^(?:none|n\/a|not applicable)\b/i.test(name)) return []
    return [{ name: { value: name, at: placeOf(spot.line) }, loan_number: loanIn(spot) }]
  })

/** Subtotals stand before the total. */
const premiumIn = (lines: readonly PrintedLine[]): Read<number> | null => {
  for (const label of [LABELS.total, LABELS.premium]) {
    const found = spotsOf(lines, label).flatMap(spot => {
      const value = [spot.rest, ...right(spot).map(({ text }) => text)].map(centsOf).find(one => one !== null)
      return value === null || value === undefined ? [] : [{ value, at: placeOf(spot.line) }]
    })
    if (found.length > 0) return found.at(-1) ?? null
  }
  return null
}

const roofOf: Reader<'replacement_cost' | 'actual_cash_value'> = text => {
  if (/actual cash|\bacv\b/i.test(text)) return 'actual_cash_value'
  return /replacement|\brcv?\b/i.test(text) ? 'replacement_cost' : null
}

const FEWEST_CHARACTERS = 80

/** Null: there is hardly any text in it, so it is a scan. What stands here was read, and nobody has confirmed it. */
export const readDeclarations = (lines: readonly PrintedLine[]): ReadDeclarations | null => {
  if (lines.reduce((sum, { text }) => sum + text.length, 0) < FEWEST_CHARACTERS) return null
  const limits = Object.entries(LIMITS).flatMap(([name, label]) => {
    const found = limitOf(lines, label)
    return found ? [[name, found]] : []
  })
  return {
    insureds: insuredsIn(lines),
    property: propertyIn(lines),
    policy_number: readAt(lines, LABELS.number, numberOf),
    ...periodOf(lines),
    limits: Object.fromEntries(limits),
    roof: readAt(lines, LABELS.roof, roofOf),
    mortgagees: mortgageesIn(lines),
    premium_cents: premiumIn(lines),
  }
}
