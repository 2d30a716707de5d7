import type { App } from '../../app.ts'
import { actsAbout } from '../../audit/acts.ts'
import { fail } from '../../errors.ts'
import { type DocumentRow, redirect } from '../../http/pages/document.ts'
import { lineOf } from '../../lines.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { actOnRecord, retentionFor } from './actions.ts'
import { recordPage, recordsPage } from './views.ts'

const UNKNOWN = 'There is no such request. Check the uid.'

const standingOf = (app: App, uid: string) =>
  lineOf(uid) === null ? Promise.resolve(null) : retentionFor(uid).standing(app, uid)

export const recordPages: DocumentRow<App>[] = [
  staffPage('/desk/records', 'see_records', async (app, request, staff) => {
    const uid = String(request.query.uid ?? '').trim()
    if (uid === '') return recordsPage(request, staff, { uid, problem: null })
    return (await standingOf(app, uid))
      ? redirect(`/desk/records/${uid}`)
      : recordsPage(request, staff, { uid, problem: UNKNOWN })
  }),
  staffPage('/desk/records/{id}', 'see_records', async (app, request, staff) => {
    const uid = request.params.id ?? ''
    const standing = (await standingOf(app, uid)) ?? fail('not_found')
    return recordPage(request, staff, {
      uid,
      standing,
      acts: await actsAbout(app, uid),
      done: String(request.query.done ?? ''),
    })
  }),
  staffForm('/desk/records/{id}', 'manage_records', async (app, { params, form }, { actor }) => {
    const uid = params.id ?? ''
    const done = await actOnRecord(app, { actor, uid, form })
    return redirect(`/desk/records/${uid}?done=${done}`)
  }),
]
