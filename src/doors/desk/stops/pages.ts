import type { App } from '../../../platform/app.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { listEndedStops, listOpenStops } from '../../../products/line/stops/store.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { liftStop, liveCarriers, startStop } from './actions.ts'
import { stopsPage } from './views.ts'

const SHOWN = 50

export const stopPages: DocumentRow<App>[] = [
  staffPage('/desk/stops', 'see_stops', async (app, request, staff) => {
    const now = app.clock.now()
    return stopsPage(request, staff, {
      open: await listOpenStops(app.db, now),
      ended: await listEndedStops(app.db, now, SHOWN),
      carriers: liveCarriers(app),
      now,
      done: String(request.query.done ?? ''),
    })
  }),
  staffForm('/desk/stops', 'set_stops', async (app, { form }, { actor }) =>
    redirect(`/desk/stops?done=${await startStop(app, actor, form)}`),
  ),
  staffForm('/desk/stops/{id}', 'set_stops', async (app, { params }, { actor }) =>
    redirect(`/desk/stops?done=${await liftStop(app, actor, params.id ?? '')}`),
  ),
]
