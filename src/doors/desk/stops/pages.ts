import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { randomId } from '../../../platform/lib/random.ts'
import {
  insertStop,
  listEndedStops,
  listOpenStops,
  lockStops,
  markLifted,
  type StopRow,
} from '../../../products/line/stops/store.ts'
import { allLines } from '../../../products/lines.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { type NewStop, readStop } from './read-stop.ts'
import { stopsPage } from './views.ts'

const liveCarriers = (app: App): Map<string, string> =>
  new Map(
    allLines.flatMap(({ carriers }) =>
      carriers.byMode(app).live.map(({ id, name }): [string, string] => [id, name]),
    ),
  )

const saysTheSame = (open: StopRow, stop: NewStop): boolean => {
  const said = ({ carrier_id, line, state, zips, reason, ends_at }: NewStop): string =>
    JSON.stringify([carrier_id, line, state, zips, reason, ends_at])
  return open.starts_at <= stop.starts_at && said(open) === said(stop)
}

/** A form that is sent twice makes one stop. A second one would go on after the first is lifted. */
export const startStop = (app: App, actor: string, form: URLSearchParams): Promise<'started' | 'same'> =>
  transact(app, async (inside): Promise<'started' | 'same'> => {
    const now = inside.clock.now()
    const { timeZone } = inside.config
    const stop = readStop(form, { carriers: liveCarriers(inside), now, timeZone })
    await lockStops(inside.db)
    if ((await listOpenStops(inside.db, now)).some(open => saysTheSame(open, stop))) return 'same'
    const stop_id = randomId(inside.random, 'stp')
    await insertStop(inside.db, { ...stop, stop_id, created_at: now, created_by: actor })
    await recordAct(inside, { about: stop_id, act: 'stop_started', actor, note: stop.reason })
    return 'started'
  })

export const liftStop = (app: App, actor: string, stopId: string): Promise<'lifted' | 'late'> =>
  transact(app, async (inside): Promise<'lifted' | 'late'> => {
    const lifted = { lifted_at: inside.clock.now(), lifted_by: actor }
    if (!(await markLifted(inside.db, stopId, lifted))) return 'late'
    await recordAct(inside, { about: stopId, act: 'stop_lifted', actor, note: null })
    return 'lifted'
  })

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
