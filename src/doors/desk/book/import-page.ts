import { html } from 'hono/html'
import { bookColumnNames, bookColumns } from '../../../agency/book/entries.ts'
import { listImports } from '../../../agency/book/store.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRequest, redirect, staffDownload } from '../../../platform/http/pages/document.ts'
import { csv } from '../../../platform/pages/csv.ts'
import { fieldView } from '../../../platform/pages/fields.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import {
  type BookImport,
  importOf,
  openImport,
  type ReportLine,
  reportOf,
  startBookImport,
  takeBookFile,
} from '../../../products/book-imports.ts'
import { postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { emptyView, section } from '../parts/section.ts'
import { table } from '../parts/table.ts'
import { staffForm, staffPage, staffUpload } from '../sign-in/door.ts'

const PATH = '/desk/book/imports'
const FILE_BYTES = 20 * 2 ** 20
const SHOWN = 20
const SHOWN_LINES = 200

const RESULTS = { late: 'This import runs already, or is done. Nothing was changed.' } as const

const STATUS = { new: 'Not started', running: 'Running', done: 'Done', failed: 'Could not be read' } as const

const statusWords = ({ status, is_dry }: Pick<BookImport, 'status' | 'is_dry'>): string =>
  is_dry && status !== 'new' ? `${STATUS[status]} (dry run)` : STATUS[status]

const importsTable = (imports: readonly BookImport[]): Html =>
  table('Imports', [
    {
      name: 'File',
      cells: imports.map(({ import_id, file }) => html`<a href="${PATH}/${import_id}">${file}</a>`),
    },
    { name: 'Status', cells: imports.map(statusWords) },
    { name: 'Imported', cells: imports.map(({ imported, history }) => String(imported + history)) },
    { name: 'Refused', cells: imports.map(({ refused }) => String(refused)) },
    { name: 'Uploaded', cells: imports.map(({ created_at }) => moment(created_at)) },
  ])

const mappingForm = (token: Html, { import_id, heading, preview, mapping, total }: BookImport): Html => html`
<p>${total} ${total === 1 ? 'line' : 'lines'} below the headings. Say which column is which, then try it: a dry run changes nothing.</p>
${table('The first lines of the file', [
  { name: 'Column', cells: heading },
  ...preview.map((row, at) => ({
    name: `Line ${at + 1}`,
    isTyped: true as const,
    cells: heading.map((_, column) => row[column] ?? ''),
  })),
])}
${postForm({
  token,
  path: `${PATH}/${import_id}`,
  label: 'Columns',
  body: html`<div class="fields">${bookColumnNames.map(name => {
    const { label, ...rest } = bookColumns[name]
    const isRequired = 'isRequired' in rest
    return html`<div class="field"><label for="${name}">${label}${isRequired ? '' : ' (optional)'}</label>
<select id="${name}" name="${name}"${isRequired ? html` required` : ''}><option value="">${isRequired ? 'Choose a column' : 'Not in the file'}</option>${heading.map(
      column => html`<option${mapping[name] === column ? html` selected` : ''}>${column}</option>`,
    )}</select></div>`
  })}</div>
<p><button name="act" value="try">Dry run</button> <button name="act" value="import" class="secondary">Import</button></p>`,
})}`

const counted = ({ imported, history, present, refused, read, total }: BookImport): Html => html`
<p class="figure">${read} of ${total}</p>
<p id="counts">${imported} imported, ${history} kept as history only, ${present} here already, ${refused} refused. ${Math.max(0, total - read)} left.</p>
<progress max="${Math.max(1, total)}" value="${read}" aria-labelledby="counts"></progress>`

const linesView = ({ import_id }: BookImport, lines: readonly ReportLine[]): Html =>
  lines.length === 0
    ? emptyView('Every line was taken.')
    : html`${table('Lines to look at', [
        { name: 'Line', cells: lines.map(({ place }) => String(place)) },
        {
          name: 'Result',
          cells: lines.map(({ isRefused }) => (isRefused ? 'Refused' : 'Perhaps known already')),
        },
        { name: 'Why', isTyped: true, cells: lines.map(({ words }) => words) },
      ])}
<p><a href="${PATH}/${import_id}/report.csv" download>Download the whole report (CSV)</a></p>`

const progressView = (one: BookImport): Html => html`<div class="card bound progress" role="status">
<div id="progress" hx-get="${PATH}/${one.import_id}" hx-trigger="every 2s" hx-select="#progress" hx-swap="outerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none">${counted(one)}
${one.status === 'running' ? '' : html`<p><a href="${PATH}/${one.import_id}">See the report</a></p>`}</div></div>
<noscript><p><a class="button secondary" href="${PATH}/${one.import_id}">Check again</a></p></noscript>`

const importView = (token: Html, one: BookImport, lines: readonly ReportLine[]): Html => {
  const { status, is_dry, failure } = one
  if (status === 'running') return progressView(one)
  const mapped = section({ id: 'columns', title: 'Columns', body: mappingForm(token, one) })
  if (status === 'new') return mapped
  const report = section({
    id: 'report',
    title: statusWords(one),
    body: html`${failure ? html`<p class="callout danger">${failure}</p>` : html`${counted(one)}${linesView(one, lines)}`}`,
  })
  return html`${report}${is_dry || status === 'failed' ? mapped : ''}`
}

const idIn = ({ params }: DocumentRequest): string => params.id ?? ''

export const importRows = [
  staffPage(PATH, 'import_book', async (app, request, staff) => {
    const imports = (await listImports(app.db, SHOWN)).map(row => openImport(app, row))
    const body = html`<h1>Import customers and policies</h1>
${section({
  id: 'file',
  title: 'A file',
  body: postForm({
    token: tokenField(request),
    path: PATH,
    label: 'A file',
    isUpload: true,
    body: html`${fieldView({ name: 'file', label: 'List of policies (CSV)', texts: [], control: { kind: 'file', accept: '.csv,text/csv' } })}<button>Continue</button>`,
  }),
})}
${section({ id: 'imports', title: 'Imports of the last 90 days', body: imports.length === 0 ? emptyView('Nothing was imported here.') : importsTable(imports) })}`
    return deskFrame(request, staff, { title: 'Import', at: '/desk/book', body })
  }),

  staffUpload(PATH, 'import_book', {
    mostBytes: FILE_BYTES,
    async respond(app, { files }, { actor }) {
      const [file] = files.get('file') ?? []
      if (!file) return fail('invalid_request', { message: 'Choose the file.' })
      return redirect(`${PATH}/${await takeBookFile(app, { file: file.filename, bytes: file.bytes, actor })}`)
    },
  }),

  staffPage(`${PATH}/{id}`, 'import_book', async (app, request, staff) => {
    const one = await importOf(app, idIn(request))
    const lines = await reportOf(app, one.import_id, SHOWN_LINES)
    const body = html`<h1>${one.file}</h1>${toldResult(RESULTS, request.query.done)}
${importView(tokenField(request), one, lines)}
<p><a href="${PATH}">All imports</a></p>`
    return deskFrame(request, staff, {
      title: 'Import',
      at: '/desk/book',
      body,
      isLive: one.status === 'running',
    })
  }),

  staffForm(`${PATH}/{id}`, 'import_book', async (app, request) => {
    const id = idIn(request)
    const mapping = Object.fromEntries(
      bookColumnNames.flatMap(name => {
        const theirs = request.form.get(name)
        return theirs ? [[name, theirs]] : []
      }),
    )
    const isStarted = await startBookImport(app, id, { mapping, isDry: request.form.get('act') !== 'import' })
    return redirect(`${PATH}/${id}${isStarted ? '' : '?done=late'}`)
  }),

  staffPage(`${PATH}/{id}/report.csv`, 'import_book', async (app, request) => {
    const lines = await reportOf(app, idIn(request))
    const rows = lines.map(({ place, isRefused, words }) => [place, isRefused ? 'refused' : 'look', words])
    return staffDownload({
      type: 'text/csv; charset=utf-8',
      body: csv([['line', 'result', 'why'], ...rows]),
      filename: 'import-report.csv',
    })
  }),
]
