import { bookColumnNames, mappedColumns } from '../agency/book/entries.ts'
import { readBookCsv } from '../agency/book/read-csv.ts'
import {
  bookImportLines,
  bookImports,
  changeImport,
  deleteImportLines,
  findImport,
  type ImportReport,
  importedFile,
  insertImport,
  insertImportLine,
  listImportLines,
} from '../agency/book/store.ts'
import { type App, job } from '../platform/app.ts'
import { transact } from '../platform/db/transact.ts'
import { Failure, fail } from '../platform/errors.ts'
import { addJob } from '../platform/jobs/store.ts'
import { timeOrderedId } from '../platform/lib/random.ts'
import { csvReader } from '../platform/pages/csv.ts'
import { importBook, noneYet } from './import-book.ts'

const NAME = 'import_book'
const ATTEMPTS = 10
const PREVIEWED = 5

type Mapping = Record<string, string>

type Facts = {
  file: string
  heading: string[]
  preview: string[][]
  total: number
  mapping: Mapping
  failure?: string
}

export type BookImport = Omit<ImportReport, 'facts'> & Facts

const sealFacts = ({ sealer }: App, row: { import_id: string }, facts: Facts): Buffer =>
  sealer.seal(bookImports.context('facts', row), JSON.stringify(facts))

export const openImport = ({ sealer }: App, { facts, ...row }: ImportReport): BookImport => ({
  ...row,
  ...sealer.openJson<Facts>(bookImports.context('facts', row), facts),
})

export const importOf = async (app: App, import_id: string): Promise<BookImport> =>
  openImport(app, (await findImport(app.db, import_id)) ?? fail('not_found'))

/** As far as our names and theirs agree. */
const guessed = (heading: readonly string[]): Mapping => {
  const columns = mappedColumns(heading, {})
  return Object.fromEntries(
    bookColumnNames.flatMap(name => {
      const at = columns.indexOf(name)
      return at < 0 ? [] : [[name, heading[at] ?? '']]
    }),
  )
}

export const takeBookFile = async (
  app: App,
  { file, bytes, actor }: { file: string; bytes: Buffer; actor: string },
): Promise<string> => {
  const rows = csvReader()(bytes.toString('utf8'), true)
  const [first, ...others] = rows
  if (!first || !('cells' in first) || first.cells.length < 2 || bytes.includes(0))
    return fail('invalid_request', {
      message: 'This is not a CSV file. Save the list as CSV, in UTF-8, and choose that.',
    })
  const now = app.clock.now()
  const import_id = timeOrderedId(app.random, 'bki', now)
  const preview = others.slice(0, PREVIEWED).flatMap(row => ('cells' in row ? [row.cells] : []))
  const facts = { file, heading: first.cells, preview, total: others.length, mapping: guessed(first.cells) }
  await transact(app, ({ db }) =>
    insertImport(db, {
      import_id,
      status: 'new',
      facts: sealFacts(app, { import_id }, facts),
      file: app.sealer.seal(bookImports.context('file', { import_id }), bytes.toString('base64')),
      is_dry: true,
      place: 0,
      ...noneYet(),
      started_by: actor,
      created_at: now,
      ended_at: null,
    }),
  )
  return import_id
}

/** False: it runs already, or was imported. */
export const startBookImport = (
  app: App,
  import_id: string,
  { mapping, isDry }: { mapping: Mapping; isDry: boolean },
): Promise<boolean> =>
  transact(app, async inside => {
    const { file, heading, preview, total, status, is_dry } = await importOf(inside, import_id)
    if (status === 'done' && !is_dry) return false
    const isNew = await changeImport(
      inside.db,
      { import_id, unless: ['running'] },
      {
        status: 'running',
        is_dry: isDry,
        facts: sealFacts(app, { import_id }, { file, heading, preview, total, mapping }),
        place: 0,
        ...noneYet(),
        ended_at: null,
      },
    )
    if (!isNew) return false
    await deleteImportLines(inside.db, import_id)
    await addJob(inside.db, NAME, { import_id }, ATTEMPTS)
    return true
  })

async function* inOnePart(bytes: Buffer) {
  yield bytes
}

/** A run that was stopped goes on after the last line that it read. */
export const bookImport = job<{ import_id: string }>({
  name: NAME,
  async run(app, { import_id }) {
    const { status, file, mapping, is_dry: isDry, place, ...found } = await importOf(app, import_id)
    const sealed = await importedFile(app.db, import_id)
    if (status !== 'running' || sealed === null) return
    const { read, imported, history, present, refused } = found
    const bytes = Buffer.from(app.sealer.open(bookImports.context('file', { import_id }), sealed), 'base64')
    const end = (change: Parameters<typeof changeImport>[2]) =>
      changeImport(app.db, { import_id }, { ended_at: app.clock.now(), ...change })
    try {
      await importBook(app, {
        file,
        actor: found.started_by,
        isDry,
        records: readBookCsv(inOnePart(bytes), mapping),
        done: { read, imported, history, present, refused, place },
        onLine: ({ place: at, isRefused, words }) =>
          insertImportLine(app.db, {
            import_id,
            place: at,
            is_refused: isRefused,
            words: app.sealer.seal(bookImportLines.context('words', { import_id, place: at }), words),
          }),
        async onStep(counts, at) {
          await changeImport(app.db, { import_id }, { ...counts, place: at })
        },
      })
      await end({ status: 'done', ...(!isDry && { file: null }) })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { heading, preview, total } = found
      const facts = { file, heading, preview, total, mapping, failure: error.message }
      await end({ status: 'failed', facts: sealFacts(app, { import_id }, facts) })
    }
  },
})

const MOST_LINES = 100_000

export type ReportLine = { place: number; isRefused: boolean; words: string }

export const reportOf = async (app: App, import_id: string, most = MOST_LINES): Promise<ReportLine[]> =>
  (await listImportLines(app.db, import_id, most)).map(({ is_refused, words, ...row }) => ({
    place: row.place,
    isRefused: is_refused,
    words: app.sealer.open(bookImportLines.context('words', row), words),
  }))
