import type { App } from '../../../platform/app.ts'
import { openMatters } from '../../../platform/audit/acts.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { statedCarrier } from '../../../platform/config/desk-carriers.ts'
import { fail } from '../../../platform/errors.ts'
import { say } from '../fields/say.ts'
import { type BindingStop, type Risk, stopOn, stopWords } from './rule.ts'
import { listOpenStops } from './store.ts'

export const BINDING_STOP = 'binding_stop'

const openStops = (app: App): Promise<BindingStop[]> => listOpenStops(app.db, app.clock.now())

type Selling = { uid: string; sandbox: boolean }

const isFrozen = async (app: App, { uid }: Selling): Promise<boolean> =>
  (await openMatters(app, uid, 'case')) > 0

/** Never why. */
const frozenWords = ({ config: { agency } }: App): string =>
  say('We can’t continue with this application online. To continue, {contact}.', {
    contact: contactWords(agency),
  })

const wordsOf = ({ config }: App, stop: BindingStop, { state, carrier_id }: Risk): string =>
  stopWords(stop, {
    state,
    carrier: statedCarrier(config, carrier_id)?.name ?? say('this insurance company'),
  })

export const whyStopped = async (app: App, selling: Selling, risk: Risk): Promise<string | null> => {
  if (selling.sandbox) return null
  if (await isFrozen(app, selling)) return frozenWords(app)
  const stop = stopOn(await openStops(app), risk, app.clock.now())
  return stop && wordsOf(app, stop, risk)
}

export const whyAnyStopped = async (
  app: App,
  selling: Selling,
  risks: readonly Risk[],
): Promise<string[]> => {
  if (selling.sandbox || risks.length === 0) return []
  if (await isFrozen(app, selling)) return [frozenWords(app)]
  const stops = await openStops(app)
  const now = app.clock.now()
  return [
    ...new Set(
      risks.flatMap(risk => {
        const stop = stopOn(stops, risk, now)
        return stop ? [wordsOf(app, stop, risk)] : []
      }),
    ),
  ]
}

/** Call it in the transaction that sells. */
export const refuseStopped = async (
  app: App,
  { status, ...selling }: Selling & { status: string },
  risks: readonly Risk[],
): Promise<void> => {
  for (const risk of risks) {
    const message = await whyStopped(app, selling, risk)
    if (message !== null) fail('binding_stopped', { message, current_status: status })
  }
}
