import type { App } from '../../app.ts'
import { type DocumentRow, redirect } from '../../http/pages/document.ts'
import { listEndedStops, listOpenStops } from '../../line/stops/store.ts'
import { tokenField } from '../../pages/form-token.ts'
import { common, forStaff } from '../for-staff.ts'
import { staffActor } from '../staff.ts'
import { liftStop, liveCarriers, startStop } from './actions.ts'
import { stopsPage } from './views.ts'

const SHOWN = 50

export const stopPages: DocumentRow<App>[] = [
  {
    ...common,
    path: '/desk/stops',
    respond: forStaff(async (app, request) => {
      const now = app.clock.now()
      return stopsPage({
        open: await listOpenStops(app.db, now),
        ended: await listEndedStops(app.db, now, SHOWN),
        carriers: liveCarriers(app),
        now,
        token: tokenField(request),
        done: String(request.query.done ?? ''),
      })
    }),
  },
  {
    ...common,
    method: 'POST',
    path: '/desk/stops',
    respond: forStaff(async (app, { form }, staffId) =>
      redirect(`/desk/stops?done=${await startStop(app, staffActor(staffId), form)}`),
    ),
  },
  {
    ...common,
    method: 'POST',
    path: '/desk/stops/{id}',
    respond: forStaff(async (app, { params }, staffId) =>
      redirect(`/desk/stops?done=${await liftStop(app, staffActor(staffId), params.id ?? '')}`),
    ),
  },
]
