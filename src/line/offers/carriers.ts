import { type App, perService } from '../../app.ts'
import type { Mode } from '../../carriers/contract/carrier.ts'
import { modeOf, statesServed } from '../../carriers/registry.ts'

type Listed = { id: string; name: string; states: readonly string[] }

/**
 * Created at startup, so a bad entry stops the service and exchanges are recorded outside any caller's
 * transaction.
 */
export const carriersOf = <C extends Listed>(make: (app: App) => Readonly<Record<Mode, readonly C[]>>) => {
  const byMode = perService(make)
  const states = perService(app => {
    const { live, sandbox } = byMode(app)
    return { live: statesServed(live), sandbox: statesServed(sandbox) }
  })
  const forIntake = (app: App, intake: { sandbox: boolean }): readonly C[] => byMode(app)[modeOf(intake)]
  return {
    byMode,
    forIntake,

    statesWritten: (app: App, intake: { sandbox: boolean }): readonly string[] => states(app)[modeOf(intake)],

    names(app: App, intake: { sandbox: boolean }): (carrierId: string) => string {
      const names = new Map(forIntake(app, intake).map(({ id, name }) => [id, name]))
      return carrierId => names.get(carrierId) ?? carrierId
    },

    find(app: App, intake: { sandbox: boolean }, carrierId: string): C {
      const carrier = forIntake(app, intake).find(({ id }) => id === carrierId)
      if (!carrier) throw new Error(`The carrier ${carrierId} is not configured any more.`)
      return carrier
    },
  }
}

export type Carriers<C extends Listed> = ReturnType<typeof carriersOf<C>>
