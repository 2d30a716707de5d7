import { type App, perService } from '../../app.ts'
import { configuredUmbrellaCarriers } from '../../carriers/configured.ts'
import {
  liveUmbrellaCarriers,
  modeOf,
  sandboxUmbrellaCarriers,
  statesServed,
  type UmbrellaCarriers,
} from '../../carriers/registry.ts'

/**
 * Whom to ask: `umbrellaCarriers(app)[modeOf(intake)]`. The service makes them as it starts, so that a bad entry
 * stops it and exchanges are recorded through the pool, never inside the transaction of whoever came first.
 */
export const umbrellaCarriers = perService(
  (app): UmbrellaCarriers => ({
    live: liveUmbrellaCarriers(configuredUmbrellaCarriers(app)),
    sandbox: sandboxUmbrellaCarriers(),
  }),
)

const statesByMode = perService(app => {
  const { live, sandbox } = umbrellaCarriers(app)
  return { live: statesServed(live), sandbox: statesServed(sandbox) }
})

export const statesWritten = (app: App, intake: { sandbox: boolean }): readonly string[] =>
  statesByMode(app)[modeOf(intake)]
