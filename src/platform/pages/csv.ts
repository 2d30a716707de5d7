type Cell = string | number | boolean | null

/** Spreadsheets run a cell that starts with one of these as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const CELL = /("(?:[^"]|"")*"|[^"\r\n]*?)(,|;|\t|\r?\n|$)/gy

/** The rows of a file that a spreadsheet or a bank wrote, separated by whatever its first line uses. */
export const readCsv = (text: string): string[][] => {
  const [first = ''] = text.split('\n')
  const separator = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0]
  const rows: string[][] = [[]]
  let cell = ''
  for (const [, part = '', end = ''] of text.replace(/^\uFEFF/, '').matchAll(CELL)) {
    cell += part.startsWith('"') && part.length > 1 ? part.slice(1, -1).replaceAll('""', '"') : part
    if (end !== '' && end !== separator && !end.endsWith('\n')) {
      cell += end
      continue
    }
    rows.at(-1)?.push(cell.trim())
    cell = ''
    if (end.endsWith('\n')) rows.push([])
  }
  return rows.filter(row => row.some(one => one !== ''))
}

/** RFC 4180. A semicolon separates cells where a comma is the decimal sign. */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')
