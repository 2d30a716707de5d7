import { perService } from '../app.ts'
import { configuredCarriers } from '../carriers/configured.ts'
import { type HomeCarriers, liveHomeCarriers, sandboxHomeCarriers } from '../carriers/registry.ts'

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
