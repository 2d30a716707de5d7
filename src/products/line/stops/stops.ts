import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { type BindingStop, type Risk, stopOn, stopWords } from './rule.ts'
import { listOpenStops } from './store.ts'

export const BINDING_STOP = 'binding_stop'

const openStops = (app: App): Promise<BindingStop[]> => listOpenStops(app.db, app.clock.now())

type Selling = { sandbox: boolean }

export const whyStopped = async (app: App, { sandbox }: Selling, risk: Risk): Promise<string | null> => {
  if (sandbox) return null
  const stop = stopOn(await openStops(app), risk, app.clock.now())
  return stop && stopWords(stop, risk)
}

export const whyAnyStopped = async (
  app: App,
  { sandbox }: Selling,
  risks: readonly Risk[],
): Promise<string[]> => {
  if (sandbox || risks.length === 0) return []
  const stops = await openStops(app)
  const now = app.clock.now()
  return [
    ...new Set(
      risks.flatMap(risk => {
        const stop = stopOn(stops, risk, now)
        return stop ? [stopWords(stop, risk)] : []
      }),
    ),
  ]
}

/** Call it in the transaction that sells. */
export const refuseStopped = async (
  app: App,
  { sandbox, status }: Selling & { status: string },
  risks: readonly Risk[],
): Promise<void> => {
  for (const risk of risks) {
    const message = await whyStopped(app, { sandbox }, risk)
    if (message !== null) fail('binding_stopped', { message, current_status: status })
  }
}
