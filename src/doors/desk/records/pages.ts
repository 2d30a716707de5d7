import type { App } from '../../../platform/app.ts'
import { actsAbout, openMattersOf } from '../../../platform/audit/acts.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRow, redirect, staffDownload } from '../../../platform/http/pages/document.ts'
import { lineOf } from '../../../platform/lines.ts'
import { pageAsked } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { namesOf } from '../staff/names.ts'
import { ACTIONS, actOnRecord, MATTER_ACTIONS, retentionFor } from './actions.ts'
import { readRegister, registerCsv } from './register.ts'
import { recordPage, recordsPage } from './views.ts'

const UNKNOWN = 'There is no such request. Check the uid.'

const standingOf = (app: App, uid: string) =>
  lineOf(uid) === null ? Promise.resolve(null) : retentionFor(uid).standing(app, uid)

export const recordPages: DocumentRow<App>[] = [
  staffPage('/desk/records', 'see_records', async (app, request, staff) => {
    const uid = String(request.query.uid ?? '').trim()
    if (uid !== '' && (await standingOf(app, uid))) return redirect(`/desk/records/${uid}`)
    const register = await readRegister(app, {
      holds: pageAsked(request, 'holds'),
      decisions: pageAsked(request, 'decisions'),
    })
    return recordsPage(request, staff, { uid, problem: uid === '' ? null : UNKNOWN, register })
  }),
  staffPage('/desk/records/register.csv', 'see_records', async app =>
    staffDownload({
      type: 'text/csv; charset=utf-8',
      body: await registerCsv(app),
      filename: 'complaints-holds-erasures.csv',
    }),
  ),
  staffPage('/desk/records/{id}', 'see_records', async (app, request, staff) => {
    const uid = request.params.id ?? ''
    const standing = (await standingOf(app, uid)) ?? fail('not_found')
    const acts = await actsAbout(app, uid)
    return recordPage(request, staff, {
      uid,
      standing,
      acts,
      open: await openMattersOf(app, uid),
      names: await namesOf(
        app,
        acts.map(({ actor }) => actor),
      ),
      done: String(request.query.done ?? ''),
    })
  }),
  staffForm('/desk/records/{id}', 'manage_records', async (app, { params, form }, { actor }) => {
    const uid = params.id ?? ''
    const done = await actOnRecord(app, ACTIONS, { actor, uid, form })
    return redirect(`/desk/records/${uid}?done=${done}`)
  }),
  staffForm('/desk/records/{id}/complaints', 'write_note', async (app, { params, form }, { actor }) => {
    const uid = params.id ?? ''
    const done = await actOnRecord(app, MATTER_ACTIONS, { actor, uid, form })
    return redirect(`/desk/records/${uid}?done=${done}`)
  }),
]
