import type { App } from '../app.ts'
import { licenseWarnings, warningWords } from '../config/license-warnings.ts'
import { openDocument } from '../documents/documents.ts'
import { asDownload } from '../documents/download.ts'
import { fail } from '../errors.ts'
import { type DocumentRow, redirect } from '../http/pages/document.ts'
import type { DeskLines } from '../lines.ts'
import { tokenField } from '../pages/form-token.ts'
import { deskPage } from './desk-page.ts'
import { common, forStaff } from './for-staff.ts'
import { readOpenWork } from './open-work.ts'
import { operatorPages } from './operators/pages.ts'
import { recordPages } from './records/pages.ts'
import { signInRows } from './sign-in.ts'
import { staffActor, staffEmail } from './staff.ts'
import {
  type ActionResult,
  answerInfoRequest,
  askAboutDocument,
  closeBlocked,
  decideDocument,
  noteOpened,
  retryJob,
  retryMail,
  type StaffAction,
  settleInvoice,
} from './staff-actions.ts'
import { stopPages } from './stops/pages.ts'

const overview = (lines: DeskLines): DocumentRow<App> => ({
  ...common,
  path: '/desk',
  respond: forStaff(async (app, request, staffId) =>
    deskPage({
      work: await readOpenWork(app, lines),
      token: tokenField(request),
      email: (await staffEmail(app, staffId)) ?? '',
      done: String(request.query.done ?? ''),
      warnings: licenseWarnings(app.config.licenses, app.clock.now()).map(warningWords),
    }),
  ),
})

const download: DocumentRow<App> = {
  ...common,
  path: '/desk/documents/{id}',
  respond: forStaff(async (app, { params }, staffId) => {
    const document = (await openDocument(app, params.id ?? '')) ?? fail('not_found')
    await noteOpened(app, document, staffActor(staffId))
    return asDownload(document)
  }),
}

const act = (
  path: string,
  lines: DeskLines,
  run: (app: App, act: StaffAction) => Promise<ActionResult>,
): DocumentRow<App> => ({
  ...common,
  method: 'POST',
  path,
  respond: forStaff(async (app, { params, form }, staffId) => {
    const done = await run(app, { actor: staffActor(staffId), id: params.id ?? '', form, lines })
    return redirect(`/desk?done=${done}`)
  }),
})

export const deskPages = (lines: DeskLines): DocumentRow<App>[] => [
  ...signInRows,
  overview(lines),
  download,
  act('/desk/documents/{id}', lines, decideDocument),
  act('/desk/documents/{id}/question', lines, askAboutDocument),
  act('/desk/payments/{id}', lines, settleInvoice),
  act('/desk/requests/{id}', lines, answerInfoRequest),
  act('/desk/blocked/{id}', lines, closeBlocked),
  act('/desk/emails/{id}', lines, retryMail),
  act('/desk/jobs/{id}', lines, retryJob),
  ...operatorPages,
  ...stopPages,
  ...recordPages,
]
