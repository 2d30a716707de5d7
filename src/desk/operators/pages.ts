import type { App } from '../../app.ts'
import { actsAbout } from '../../audit/acts.ts'
import { fail } from '../../errors.ts'
import { type DocumentRow, redirect } from '../../http/pages/document.ts'
import { findOperator } from '../../key/store.ts'
import { staffForm, staffPage } from '../door.ts'
import { decideOperator } from './decide.ts'
import { listOperators } from './store.ts'
import { readUsage } from './usage.ts'
import { operatorPage, operatorsPage } from './views.ts'

const SHOWN = 200

export const operatorPages: DocumentRow<App>[] = [
  staffPage('/desk/operators', 'see_operators', async (app, request, staff) =>
    operatorsPage(request, staff, await listOperators(app.db, SHOWN)),
  ),
  staffPage('/desk/operators/{id}', 'see_operators', async (app, request, staff) => {
    const operator = (await findOperator(app.db, request.params.id ?? '')) ?? fail('not_found')
    return operatorPage(request, staff, {
      operator,
      usage: await readUsage(app, operator.operator_uid),
      acts: await actsAbout(app, operator.operator_uid),
      done: String(request.query.done ?? ''),
    })
  }),
  staffForm('/desk/operators/{id}', 'decide_operators', async (app, { params, form }, { actor }) => {
    const operatorUid = params.id ?? ''
    const done = await decideOperator(app, { actor, operatorUid, form })
    return redirect(`/desk/operators/${operatorUid}?done=${done}`)
  }),
]
