type Cell = string | number | boolean | null

/** Spreadsheets run a cell that starts with one of these as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export type CsvRecord = { line: number; cells: string[] } | { line: number; problem: 'too_long' | 'unclosed' }

/** More than any row of a table has, and little enough to look through again. */
const MOST_CHARACTERS = 65_536

type Quoted = { value: string; to: number }

/** Null: a quotation mark is open where the text ends. */
const quotedAt = (text: string, from: number): Quoted | null => {
  let value = ''
  for (let at = from + 1; ; ) {
    const close = text.indexOf('"', at)
    if (close < 0) return null
    value += text.slice(at, close)
    if (text[close + 1] !== '"') return { value, to: close + 1 }
    value += '"'
    at = close + 2
  }
}

/** Null: it goes on after the end of the text. */
const rowAt = (text: string, from: number, { separator, isEnd }: { separator: string; isEnd: boolean }) => {
  const cells: string[] = []
  const plain = new RegExp(`[^${separator}\n]*`, 'y')
  for (let at = from; ; ) {
    const start = at + (/ *(?=")/y.exec(text.slice(at, at + 20))?.[0].length ?? 0)
    const quoted = text[start] === '"' ? quotedAt(text, start) : { value: '', to: at }
    if (quoted === null) return null
    plain.lastIndex = quoted.to
    const [rest = ''] = plain.exec(text) ?? []
    at = quoted.to + rest.length
    if (at === text.length && !isEnd) return null
    cells.push((quoted.value + rest).trim())
    if (text[at] !== separator) return { cells, to: Math.min(at + 1, text.length) }
    at += 1
  }
}

const separatorOf = (first: string): string =>
  [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','

const newlinesIn = (text: string): number => text.split('\n').length - 1

/**
 * Takes a file in parts and gives its rows, separated by whatever its first line uses. A row that cannot be read is
 * named, and the next line is read as usual: one stray quotation mark does not swallow the rest of the file.
 */
export const csvReader = (): ((part: string, isEnd?: boolean) => CsvRecord[]) => {
  let [text, line, width, isSkipping] = ['', 1, 0, false]
  let separator: string | undefined
  return (part, isEnd = false) => {
    const records: CsvRecord[] = []
    text = line === 1 && text === '' ? part.replace(/^\uFEFF/, '') : text + part
    let from = 0
    const goOn = (to: number): void => {
      line += newlinesIn(text.slice(from, to))
      from = to
    }
    while (from < text.length) {
      const newline = text.indexOf('\n', from)
      const next = newline < 0 ? text.length : newline + 1
      if (isSkipping) {
        isSkipping = newline < 0
        goOn(next)
        continue
      }
      const isFull = text.length - from > MOST_CHARACTERS
      if (newline < 0 && !isEnd && !isFull) break
      separator ??= separatorOf(text.slice(from, next))
      const row = rowAt(text, from, { separator, isEnd })
      if (row === null && !isEnd && !isFull) break
      const isOne = row !== null && (row.to <= next || width === 0 || row.cells.length === width)
      if (isOne && row.to - from <= MOST_CHARACTERS) {
        width ||= row.cells.length
        if (row.cells.some(cell => cell !== '')) records.push({ line, cells: row.cells })
        goOn(row.to)
        continue
      }
      records.push({ line, problem: next - from > MOST_CHARACTERS ? 'too_long' : 'unclosed' })
      isSkipping = newline < 0
      goOn(next)
    }
    text = text.slice(from)
    return records
  }
}

/** The rows of a file that a spreadsheet or a bank wrote. */
export const readCsv = (text: string): string[][] =>
  csvReader()(text, true).flatMap(record => ('cells' in record ? [record.cells] : []))

/** RFC 4180. A semicolon separates cells where a comma is the decimal sign. */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')
