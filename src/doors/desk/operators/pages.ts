import type { App } from '../../../platform/app.ts'
import { actsAbout } from '../../../platform/audit/acts.ts'
import { readPage } from '../../../platform/db/after-row.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { findOperator } from '../../../platform/key/store.ts'
import { dayInZone } from '../../../platform/lib/local-day.ts'
import { searchPath } from '../book/search.ts'
import { pageAsked } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { decideOperator } from './decide.ts'
import { countWaiting, listDecidedOperators, listWaitingOperators } from './store.ts'
import { recordTerms } from './terms.ts'
import { readUsage } from './usage.ts'
import { operatorDetailPage, operatorsPage } from './views.ts'

const uidOf = ({ operator_uid }: { operator_uid: string }): string => operator_uid

const listed = async ({ db }: App, request: DocumentRequest) => ({
  waitingCount: await countWaiting(db),
  waiting: await readPage(at => listWaitingOperators(db, at), pageAsked(request, 'waiting'), uidOf),
  decided: await readPage(at => listDecidedOperators(db, at), pageAsked(request, 'decided'), uidOf),
})

export const operatorPages: DocumentRow<App>[] = [
  staffPage('/desk/operators', 'see_operators', async (app, request, staff) =>
    operatorsPage(request, staff, await listed(app, request)),
  ),
  staffPage('/desk/operators/{id}', 'see_operators', async (app, request, staff) => {
    const operator = (await findOperator(app.db, request.params.id ?? '')) ?? fail('not_found')
    return operatorDetailPage(request, staff, {
      operator,
      usage: await readUsage(app, operator.operator_uid),
      acts: await actsAbout(app, operator.operator_uid),
      customers: searchPath(app, {
        text: operator.operator_uid,
        sandbox: false,
        among: 'all',
        before: null,
      }),
      done: String(request.query.done ?? ''),
      today: dayInZone(app.config.timeZone, app.clock.now()),
      everyAct: app.config.operatorActs === 'all',
    })
  }),
  ...(['terms', 'licenses'] as const).map(part =>
    staffForm(
      `/desk/operators/{id}/${part}`,
      'decide_operators',
      async (app, { params, form }, { actor }) => {
        const operatorUid = params.id ?? ''
        await recordTerms(app, { actor, operatorUid, sent: form, part })
        return redirect(`/desk/operators/${operatorUid}?done=recorded`)
      },
    ),
  ),
  staffForm('/desk/operators/{id}', 'decide_operators', async (app, { params, form }, { actor }) => {
    const operatorUid = params.id ?? ''
    const done = await decideOperator(app, { actor, operatorUid, form })
    return redirect(`/desk/operators/${operatorUid}?done=${done}`)
  }),
]
