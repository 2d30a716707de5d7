import { type App, perService } from '../../app.ts'
import { configuredCarriers } from '../../carriers/configured.ts'
import {
  type HomeCarriers,
  liveHomeCarriers,
  modeOf,
  sandboxHomeCarriers,
  statesServed,
} from '../../carriers/registry.ts'

/**
 * Whom to ask: `homeCarriers(app)[modeOf(intake)]`. The service makes them as it starts, so that a bad entry stops
 * it and exchanges are recorded through the pool, never inside the transaction of whoever came first.
 */
export const homeCarriers = perService(
  (app): HomeCarriers => ({
    live: liveHomeCarriers(configuredCarriers(app)),
    sandbox: sandboxHomeCarriers(),
  }),
)

const statesByMode = perService(app => {
  const { live, sandbox } = homeCarriers(app)
  return { live: statesServed(live), sandbox: statesServed(sandbox) }
})

export const statesWritten = (app: App, intake: { sandbox: boolean }): readonly string[] =>
  statesByMode(app)[modeOf(intake)]

/** By id; a carrier that is no longer configured goes by its id. */
export const carrierNames = (app: App, intake: { sandbox: boolean }): ((carrierId: string) => string) => {
  const names = new Map(homeCarriers(app)[modeOf(intake)].map(({ id, name }) => [id, name]))
  return carrierId => names.get(carrierId) ?? carrierId
}
