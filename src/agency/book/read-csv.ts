import { fail } from '../../platform/errors.ts'
import { type CsvRecord, csvReader } from '../../platform/pages/csv.ts'
import { type BookColumn, type BookValues, mappedColumns, missingColumns } from './entries.ts'

/** One policy of a file. `at` says where, in words. */
export type BookRecord = { place: number; at: string } & ({ values: BookValues } | { problem: string })

export type BookRecords = AsyncIterable<BookRecord>

const PROBLEMS = {
  too_long: 'the line is longer than any policy. Check that each policy has its own line.',
  unclosed:
    'a quotation mark is not closed, or the line has more or fewer values than the headings. Correct it.',
} as const

const NOT_TEXT = 'The file is not plain text. Save it as CSV, in UTF-8, and import that.'

const columnsIn = (heading: readonly string[], mapping: Readonly<Record<string, string>>) => {
  const columns = mappedColumns(heading, mapping)
  const missing = missingColumns(columns)
  if (missing.length > 0)
    fail('invalid_request', {
      message: `The first line has no heading ${missing.join(', ')}. Name your columns like this, or say with a mapping which ones they are.`,
    })
  const twice = columns.find((name, at) => name !== null && columns.indexOf(name) !== at)
  if (twice) fail('invalid_request', { message: `Two columns are ${twice}. Rename or remove one of them.` })
  return columns
}

const recordOf = (row: CsvRecord, columns: readonly (BookColumn | null)[]): BookRecord => {
  const where = { place: row.line, at: `line ${row.line}` }
  if ('problem' in row) return { ...where, problem: PROBLEMS[row.problem] }
  if (row.cells.length !== columns.length) return { ...where, problem: PROBLEMS.unclosed }
  const values = columns.flatMap((name, at) => (name === null ? [] : [[name, row.cells[at] ?? '']]))
  return { ...where, values: Object.fromEntries(values) }
}

/** Memory stays flat: a file is read in parts. */
export async function* readBookCsv(
  bytes: AsyncIterable<Uint8Array>,
  mapping: Readonly<Record<string, string>>,
): BookRecords & AsyncGenerator<BookRecord> {
  const decoder = new TextDecoder()
  const read = csvReader()
  let columns: readonly (BookColumn | null)[] | null = null
  function* take(text: string, isEnd: boolean): Generator<BookRecord> {
    if (columns === null && text.includes('\0')) fail('invalid_request', { message: NOT_TEXT })
    for (const row of read(text, isEnd)) {
      if (columns) yield recordOf(row, columns)
      else if ('cells' in row) columns = columnsIn(row.cells, mapping)
      else fail('invalid_request', { message: NOT_TEXT })
    }
  }
  for await (const part of bytes) yield* take(decoder.decode(part, { stream: true }), false)
  yield* take(decoder.decode(), true)
  if (columns === null)
    fail('invalid_request', { message: 'The file is empty. Its first line names the columns.' })
}
