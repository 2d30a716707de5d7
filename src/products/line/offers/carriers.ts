import {
  type CarrierKind,
  isIllustrativeCarrier,
  isSurplusIn,
  type Mode,
  modeOf,
  statesServed,
} from '../../../agency/carriers/contract/carrier.ts'
import type { CarrierInfo } from '../../../agency/carriers/contract/carrier-info.ts'
import { type App, perService } from '../../../platform/app.ts'
import { licenseAt, surplusBrokerWords } from '../../../platform/config/agency.ts'
import type { Admitted } from '../../../platform/config/carrier-facts.ts'
import type { LineName } from '../../../platform/lines.ts'
import { stateName } from '../../../platform/values/us-states.ts'
import { say } from '../fields/say.ts'

export type Listed = {
  id: string
  name: string
  kind: CarrierKind
  states: readonly string[]
  admitted?: Admitted | undefined
  info?: CarrierInfo | undefined
}
type ByMode = { sandbox: boolean }

export const carriersOf = <C extends Listed>(line: LineName) => {
  const byMode = ({ carriers }: App) => carriers[line] as Readonly<Record<Mode, readonly C[]>>
  const states = perService(app => {
    const { live, sandbox } = byMode(app)
    return { live: statesServed(live), sandbox: statesServed(sandbox) }
  })
  const forIntake = (app: App, intake: ByMode): readonly C[] => byMode(app)[modeOf(intake)]

  const inState = (app: App, intake: ByMode, state: string): readonly C[] => {
    const { licenses } = app.config
    const writing = forIntake(app, intake).filter(carrier => carrier.states.includes(state))
    if (intake.sandbox || licenses === null) return writing
    const license = licenseAt(licenses, { line, state }, app.clock.now())
    if (!license) return []
    const { appointments } = license
    const broker = surplusBrokerWords(app.config, state, app.clock.now())
    return writing
      .filter(({ id, kind }) => kind === 'demo' || appointments?.includes(id) !== false)
      .filter(carrier => carrier.kind === 'demo' || broker !== null || !isSurplusIn(carrier, state))
  }

  /** Why a live order of this carrier may not go out here, in words for the person. Null: it may. */
  const whyNotSold = (
    app: App,
    intake: ByMode,
    { carrier_id, state }: { carrier_id: string; state: string },
  ): string | null => {
    if (inState(app, intake, state).some(({ id }) => id === carrier_id)) return null
    const { licenses } = app.config
    if (licenses !== null && !licenseAt(licenses, { line, state }, app.clock.now()))
      return say('We can’t place new policies in {state} now, because we have no current license there.', {
        state: stateName(state),
      })
    const carrier = forIntake(app, intake).find(({ id }) => id === carrier_id)
    if (carrier && isSurplusIn(carrier, state))
      return say(
        'We can’t place surplus lines insurance in {state} now, because we have no current broker license for it there.',
        {
          state: stateName(state),
        },
      )
    return say('We can’t sell new policies of this insurance company here now.')
  }

  return {
    byMode,
    inState,
    all: forIntake,

    names(app: App, intake: ByMode): (carrierId: string) => string {
      const names = new Map(forIntake(app, intake).map(({ id, name }) => [id, name]))
      return carrierId => names.get(carrierId) ?? carrierId
    },

    /** No one stands behind an offer of a carrier that has since been removed. */
    illustrates(app: App, intake: ByMode): (carrierId: string) => boolean {
      const real = new Set(
        forIntake(app, intake).flatMap(one => (isIllustrativeCarrier(one) ? [] : [one.id])),
      )
      return carrierId => !real.has(carrierId)
    },

    infoOf(app: App, intake: ByMode): (carrierId: string) => CarrierInfo | undefined {
      const known = new Map(forIntake(app, intake).map(({ id, info }) => [id, info]))
      return carrierId => known.get(carrierId)
    },

    isSurplus(
      app: App,
      intake: ByMode,
      stateOf: (item: string) => string,
    ): (carrierId: string, item: string) => boolean {
      const known = new Map(forIntake(app, intake).map(carrier => [carrier.id, carrier]))
      return (carrierId, item) => isSurplusIn(known.get(carrierId) ?? {}, stateOf(item))
    },

    statesWritten: (app: App, intake: ByMode): readonly string[] =>
      states(app)[modeOf(intake)].filter(state => inState(app, intake, state).length > 0),

    whyNotSold,

    sells: (app: App, intake: ByMode, at: { carrier_id: string; state: string }): boolean =>
      whyNotSold(app, intake, at) === null,

    find(app: App, intake: ByMode, carrierId: string): C {
      const carrier = forIntake(app, intake).find(({ id }) => id === carrierId)
      if (!carrier) throw new Error(`The carrier ${carrierId} is not configured any more.`)
      return carrier
    },
  }
}

export type Carriers<C extends Listed> = ReturnType<typeof carriersOf<C>>
