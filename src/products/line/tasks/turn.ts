import type { App } from '../../../platform/app.ts'
import { type Turn, turns } from '../wire/waiting-on.ts'
import { listOpenTasksOf, type OpenTask } from './store.ts'

type Turns = { person: Turn; market: Turn; kind: OpenTask['kind'] }
type TurnsRead = Omit<Turns, 'market'> & { market: Promise<Turn> }

export const turnWithTasks = (open: readonly OpenTask[], { person, market, kind }: Turns): Turn => {
  const own = open.filter(task => task.kind === kind)
  if (own.some(({ asked_at, answered_at }) => asked_at !== null && answered_at === null)) return person
  return kind === 'bind' && own.length > 0 && market.waiting_on === 'carrier'
    ? { ...market, ...turns.staff }
    : market
}

/** Once a surplus lines order is filed, staff have nothing left to do for a carrier with an API. */
export const taskTurn = async (app: App, uid: string, at: TurnsRead): Promise<Turn> => {
  const [market, tasks] = await Promise.all([at.market, listOpenTasksOf(app.db, uid)])
  const atDesk = new Set(app.config.deskCarriers.map(({ id }) => id))
  const open = tasks.filter(({ filed, carrier_id }) => !filed || atDesk.has(carrier_id))
  return turnWithTasks(open, { ...at, market })
}
