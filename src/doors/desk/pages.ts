import { openDocument } from '../../agency/documents/documents.ts'
import { countByStatus } from '../../agency/emails/store.ts'
import type { App } from '../../platform/app.ts'
import { licenseWarnings, warningWords } from '../../platform/config/license-warnings.ts'
import { fail } from '../../platform/errors.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../../platform/http/pages/document.ts'
import { countDeadJobs } from '../../platform/jobs/store.ts'
import { lineOf } from '../../platform/lines.ts'
import type { DeskLines } from '../../products/lines.ts'
import { accountRows } from './account/account-page.ts'
import { factorRows } from './account/factor-page.ts'
import { auditRows } from './audit-file/audit-page.ts'
import { importRows } from './book/import-page.ts'
import { recordReads } from './book/reads.ts'
import { searchRows } from './book/search-page.ts'
import { customerRows } from './customer/customer-page.ts'
import { boundEmailRow, emailRow } from './customer/email-page.ts'
import { lenderLinkRows } from './customer/homeowners-lender-links.ts'
import { policyDocumentRow, surplusFormRow } from './customer/policy-document-page.ts'
import { declarationsRows } from './declarations/declarations-pages.ts'
import { healthRows } from './health/health-page.ts'
import { moneyRows } from './money/money-page.ts'
import { noteRows } from './notes/notes.ts'
import { operatorPages } from './operators/pages.ts'
import { countWaiting } from './operators/store.ts'
import { deskPage, viewIn } from './overview/desk-page.ts'
import { figuresView, writtenPage } from './overview/figures.ts'
import { asDownload, previewRow } from './overview/preview-page.ts'
import {
  type ActionResult,
  answerInfoRequest,
  askAboutDocument,
  assignWork,
  closeBlocked,
  decideDocument,
  noteOpened,
  retryJob,
  retryMail,
  type StaffAction,
  settleInvoice,
} from './overview/staff-actions.ts'
import { workPage } from './overview/work-page.ts'
import { pageAsked } from './parts/table.ts'
import { settleRequest } from './policy-requests/policy-requests.ts'
import { readWork } from './queue/customers-work.ts'
import { type Queue, readQueue } from './queue/queue.ts'
import { recordPages } from './records/pages.ts'
import { recordCarriersRenewal } from './renewals/record-renewal.ts'
import { staffForm, staffPage } from './sign-in/door.ts'
import { signInRows } from './sign-in/sign-in.ts'
import { afterSignIn } from './sign-in/unsent.ts'
import { staffOf } from './staff/members.ts'
import { namesOf } from './staff/names.ts'
import { type Action, mayDo } from './staff/roles.ts'
import { type Staff, staffIdOf } from './staff/staff.ts'
import { stopPages } from './stops/pages.ts'

const readQueueFor = (app: App, lines: DeskLines, { request, staff }: Asked): Promise<Queue> =>
  readQueue(app, {
    ...viewIn(request),
    lines,
    actor: staff.actor,
    page: list => pageAsked(request, list),
  })

const overview = (lines: DeskLines): DocumentRow<App> =>
  staffPage('/desk', 'see_work', async (app, request, staff) => {
    const back = await afterSignIn(app, request, staff)
    if (back) return back
    const queue = await readQueueFor(app, lines, { request, staff })
    await recordShown(app, queue, staff)
    return deskPage(request, {
      queue,
      view: viewIn(request),
      names: await namesOf(
        app,
        queue.shown.map(({ owner }) => owner),
      ),
      people: (await staffOf(app))
        .filter(({ role }) => mayDo(role, 'do_work'))
        .map(({ email }) => ({ id: staffIdOf(app, email), email })),
      now: app.clock.now(),
      staff,
      done: String(request.query.done ?? ''),
      figures: mayDo(staff.role, 'see_money') ? await figuresView(app, queue) : '',
      warnings: licenseWarnings(app.config.licenses, app.clock.now()).map(warningWords),
      operatorsWaiting: await countWaiting(app.db),
      failed: { emails: await countByStatus(app.db, 'dead'), jobs: await countDeadJobs(app.db) },
    })
  })

const work = (lines: DeskLines): DocumentRow<App> =>
  staffPage('/desk/work/{uid}', 'see_work', async (app, request, staff) => {
    const found = await readWork(app, lines, request.params.uid ?? '')
    const queue = await readQueueFor(app, lines, { request, staff })
    await recordReads(app, [found.who.uid], { what: 'review', by: staff.actor })
    await recordShown(app, queue, staff)
    return workPage(request, { work: found, queue, staff, now: app.clock.now() })
  })

const assign = staffForm('/desk/assign', 'do_work', async (app, { form }, { actor }) => {
  const done = await assignWork(app, { items: form.getAll('item'), to: form.get('to') ?? '', actor })
  return redirect(`/desk?done=${done}`)
})

const download = staffPage('/desk/documents/{id}', 'open_document', async (app, { params }, { actor }) => {
  const document = (await openDocument(app, params.id ?? '')) ?? fail('not_found')
  await noteOpened(app, document, actor)
  return asDownload(document)
})

type Asked = { request: DocumentRequest; staff: Staff }

const recordShown = (app: App, { shown }: Queue, { actor: by }: Staff): Promise<void> =>
  recordReads(app, [...new Set(shown.flatMap(({ uid }) => uid ?? []))], { what: 'queue', by })

const backTo = (from: string): string => {
  if (from === 'health') return '/desk/health'
  return lineOf(from) ? `/desk/book/${encodeURIComponent(from)}` : '/desk'
}

const act = (
  path: string,
  action: Action,
  { lines, run }: { lines: DeskLines; run: (app: App, act: StaffAction) => Promise<ActionResult> },
): DocumentRow<App> =>
  staffForm(path, action, async (app, { params, form }, { actor }) => {
    const done = await run(app, { actor, id: params.id ?? '', form, lines })
    return redirect(`${backTo(form.get('from') ?? '')}?done=${done}`)
  })

export const deskPages = (lines: DeskLines): DocumentRow<App>[] => [
  ...signInRows,
  overview(lines),
  work(lines),
  writtenPage,
  assign,
  download,
  previewRow,
  act('/desk/documents/{id}', 'do_work', { lines, run: decideDocument }),
  act('/desk/documents/{id}/question', 'do_work', { lines, run: askAboutDocument }),
  act('/desk/payments/{id}', 'do_work', { lines, run: settleInvoice }),
  act('/desk/requests/{id}', 'do_work', { lines, run: answerInfoRequest }),
  act('/desk/blocked/{id}', 'do_work', { lines, run: closeBlocked }),
  act('/desk/policy-requests/{id}', 'do_work', { lines, run: settleRequest }),
  act('/desk/renewals/{id}', 'do_work', { lines, run: recordCarriersRenewal }),
  act('/desk/emails/{id}', 'retry', { lines, run: retryMail }),
  act('/desk/jobs/{id}', 'retry', { lines, run: retryJob }),
  ...importRows,
  ...searchRows,
  ...customerRows,
  ...noteRows,
  ...lenderLinkRows,
  ...declarationsRows,
  policyDocumentRow,
  surplusFormRow,
  emailRow,
  boundEmailRow,
  ...auditRows,
  ...healthRows,
  ...factorRows,
  ...accountRows,
  ...operatorPages,
  ...stopPages,
  ...recordPages,
  ...moneyRows,
]
