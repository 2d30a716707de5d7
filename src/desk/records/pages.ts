import type { App } from '../../app.ts'
import { actsAbout } from '../../audit/acts.ts'
import { fail } from '../../errors.ts'
import { type DocumentRow, redirect } from '../../http/pages/document.ts'
import { lineOf } from '../../lines.ts'
import { tokenField } from '../../pages/form-token.ts'
import { common, forStaff } from '../for-staff.ts'
import { staffActor } from '../staff.ts'
import { actOnRecord, retentionFor } from './actions.ts'
import { recordPage, recordsPage } from './views.ts'

const UNKNOWN = 'There is no such request. Check the uid.'

const standingOf = (app: App, uid: string) =>
  lineOf(uid) === null ? Promise.resolve(null) : retentionFor(uid).standing(app, uid)

export const recordPages: DocumentRow<App>[] = [
  {
    ...common,
    path: '/desk/records',
    respond: forStaff(async (app, { query }) => {
      const uid = String(query.uid ?? '').trim()
      if (uid === '') return recordsPage('', null)
      return (await standingOf(app, uid)) ? redirect(`/desk/records/${uid}`) : recordsPage(uid, UNKNOWN)
    }),
  },
  {
    ...common,
    path: '/desk/records/{id}',
    respond: forStaff(async (app, request) => {
      const uid = request.params.id ?? ''
      const standing = (await standingOf(app, uid)) ?? fail('not_found')
      return recordPage({
        uid,
        standing,
        acts: await actsAbout(app, uid),
        token: tokenField(request),
        done: String(request.query.done ?? ''),
      })
    }),
  },
  {
    ...common,
    method: 'POST',
    path: '/desk/records/{id}',
    respond: forStaff(async (app, { params, form }, staffId) => {
      const uid = params.id ?? ''
      const done = await actOnRecord(app, { actor: staffActor(staffId), uid, form })
      return redirect(`/desk/records/${uid}?done=${done}`)
    }),
  },
]
