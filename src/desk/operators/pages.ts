import type { App } from '../../app.ts'
import { actsAbout } from '../../audit/acts.ts'
import { fail } from '../../errors.ts'
import { type DocumentRow, redirect } from '../../http/pages/document.ts'
import { findOperator } from '../../key/store.ts'
import { tokenField } from '../../pages/form-token.ts'
import { common, forStaff } from '../for-staff.ts'
import { staffActor } from '../staff.ts'
import { decideOperator } from './decide.ts'
import { listOperators } from './store.ts'
import { readUsage } from './usage.ts'
import { operatorPage, operatorsPage } from './views.ts'

const SHOWN = 200

export const operatorPages: DocumentRow<App>[] = [
  {
    ...common,
    path: '/desk/operators',
    respond: forStaff(async app => operatorsPage(await listOperators(app.db, SHOWN))),
  },
  {
    ...common,
    path: '/desk/operators/{id}',
    respond: forStaff(async (app, request) => {
      const operator = (await findOperator(app.db, request.params.id ?? '')) ?? fail('not_found')
      return operatorPage({
        operator,
        usage: await readUsage(app, operator.operator_uid),
        acts: await actsAbout(app, operator.operator_uid),
        token: tokenField(request),
        done: String(request.query.done ?? ''),
      })
    }),
  },
  {
    ...common,
    method: 'POST',
    path: '/desk/operators/{id}',
    respond: forStaff(async (app, { params, form }, staffId) => {
      const operatorUid = params.id ?? ''
      const done = await decideOperator(app, { actor: staffActor(staffId), operatorUid, form })
      return redirect(`/desk/operators/${operatorUid}?done=${done}`)
    }),
  },
]
