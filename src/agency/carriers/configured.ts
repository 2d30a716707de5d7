import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import type { CarrierFacts } from '../../platform/config/carrier-facts.ts'
import type { CarrierSettings, HomeownersEndpoint } from '../../platform/config/carriers-file.ts'
import type { DeskCarrierSettings } from '../../platform/config/desk-carriers.ts'
import type { License } from '../../platform/config/licenses-file.ts'
import { ConfigError } from '../../platform/config.ts'
import { HOUR, later } from '../../platform/lib/clock.ts'
import { type LineName, lineNames } from '../../platform/lines.ts'
import { states } from '../rating/plan.ts'
import type { Mode, Wait } from './contract/carrier.ts'
import { carrierInfoOf } from './contract/carrier-info.ts'
import { acceptDocument } from './contract/documents.ts'
import { demoHomeCarriers } from './demo/homeowners/carriers.ts'
import { demoUmbrellaCarriers } from './demo/umbrella/carriers.ts'
import type { EndpointTools } from './endpoint/call-endpoint.ts'
import { type EndpointCarrier, endpointCarrier } from './endpoint/endpoint-carrier.ts'
import { exchangeRecorder } from './endpoint/exchange-record.ts'
import type { HomeCarrier, InventedHomeCarrier } from './homeowners/carrier.ts'
import { parseHomeAnswer } from './homeowners/parse-answer.ts'
import { sandboxHomeTwins } from './sandbox/homeowners.ts'
import { sandboxUmbrellaTwins } from './sandbox/umbrella.ts'
import type { InventedUmbrellaCarrier, UmbrellaCarrier } from './umbrella/carrier.ts'
import { httpUmbrellaCarrier } from './umbrella/endpoint.ts'

export type HomeCarriers = { readonly [M in Mode]: readonly HomeCarrier<M>[] }

export type UmbrellaCarriers = { readonly [M in Mode]: readonly UmbrellaCarrier<M>[] }

const withUniqueIds = <C extends { id: string }>(carriers: readonly C[]): readonly C[] => {
  const ids = carriers.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new Error(`two carriers have the id ${twice}`)
  return carriers
}

type Live<C> = { configured?: readonly C[]; demo: boolean }

const liveOf =
  <C extends { id: string }>(demos: readonly C[]) =>
  ({ configured = [], demo }: Live<C>): readonly C[] =>
    withUniqueIds([...(demo ? demos : []), ...configured])

export const liveHomeCarriers = liveOf<HomeCarrier<'live'>>(demoHomeCarriers)

export const sandboxHomeCarriers = (wait: Wait = sleep): readonly InventedHomeCarrier<'sandbox'>[] =>
  sandboxHomeTwins(demoHomeCarriers, wait)

export const liveUmbrellaCarriers = liveOf<UmbrellaCarrier<'live'>>(demoUmbrellaCarriers)

export const sandboxUmbrellaCarriers = (wait: Wait = sleep): readonly InventedUmbrellaCarrier<'sandbox'>[] =>
  sandboxUmbrellaTwins(demoUmbrellaCarriers, wait)

const DAYS_OF_GRACE = 7

const common = ({ clock }: App, { id, name, expectedHours, facts }: DeskCarrierSettings) => {
  const answersLater = async () =>
    ({ kind: 'pending', expected_by: later(clock.now(), expectedHours * HOUR).toISOString() }) as const
  return {
    id,
    name,
    mode: 'live',
    kind: 'desk',
    admitted: facts.admitted,
    info: carrierInfoOf(facts),
    answerWithinHours: expectedHours + DAYS_OF_GRACE * 24,
    quote: answersLater,
    bind: answersLater,
  } as const
}

const deskHomeCarriers = (app: App): HomeCarrier<'live'>[] =>
  app.config.deskCarriers.flatMap(settings =>
    settings.homeowners ? [{ ...common(app, settings), states: settings.homeowners.states }] : [],
  )

const deskUmbrellaCarriers = (app: App): UmbrellaCarrier<'live'>[] =>
  app.config.deskCarriers.flatMap(settings =>
    settings.umbrella
      ? [{ ...common(app, settings), ...settings.umbrella, takeDocument: acceptDocument }]
      : [],
  )

export const httpHomeCarrier = (
  settings: EndpointCarrier & HomeownersEndpoint,
  tools: EndpointTools,
): HomeCarrier<'live'> => endpointCarrier(settings, tools, parseHomeAnswer).carrier

const builtInCarriers = (): { id: string }[] => [
  ...liveHomeCarriers({ demo: true }),
  ...sandboxHomeCarriers(),
  ...liveUmbrellaCarriers({ demo: true }),
  ...sandboxUmbrellaCarriers(),
]

type Named = { id: string; facts: CarrierFacts } & { [L in LineName]?: { states: readonly string[] } }

const problemOf = ({ id, facts: { admitted }, ...named }: Named): string | undefined => {
  if (builtInCarriers().some(carrier => carrier.id === id)) return 'this id belongs to a demo carrier'
  const places: [field: string, codes: readonly string[]][] = [
    ...lineNames.map((line): [string, readonly string[]] => [`${line}_states`, named[line]?.states ?? []]),
    ['admitted', typeof admitted === 'object' ? Object.keys(admitted) : []],
  ]
  for (const [field, codes] of places) {
    const unknown = codes.find(code => !states.includes(code))
    if (unknown !== undefined) return `${field} contains "${unknown}", which is not a US state`
  }
}

const refuseBad = (carriers: readonly Named[], what: (at: number) => string): void => {
  for (const [at, carrier] of carriers.entries()) {
    const problem = problemOf(carrier)
    if (problem !== undefined)
      throw new ConfigError(`CARRIERS_FILE ${what(at)} ("${carrier.id}"): ${problem}.`)
  }
}

const refuseBadLicenses = (licenses: readonly License[]): void => {
  const at = licenses.findIndex(({ state }) => !states.includes(state))
  if (at >= 0)
    throw new ConfigError(
      `LICENSES_FILE entry ${at + 1}: state is "${licenses[at]?.state}", which is not a US state.`,
    )
}

const configured = <C>(
  app: App,
  carrierOf: (settings: CarrierSettings, tools: EndpointTools) => C[],
): C[] => {
  const { clock, random, log, config } = app
  refuseBad(config.carriers, at => `entry ${at + 1}`)
  refuseBad(config.deskCarriers, () => 'desk entry')
  refuseBadLicenses(config.licenses ?? [])
  const tools = { clock, random, log, wait: sleep, record: exchangeRecorder(app) }
  return config.carriers.flatMap(settings => carrierOf(settings, tools))
}

const configuredHomeCarriers = (app: App): HomeCarrier<'live'>[] => [
  ...configured(app, ({ homeowners, ...settings }, tools) =>
    homeowners ? [httpHomeCarrier({ ...settings, ...homeowners }, tools)] : [],
  ),
  ...deskHomeCarriers(app),
]

const configuredUmbrellaCarriers = (app: App): UmbrellaCarrier<'live'>[] => [
  ...configured(app, ({ umbrella, ...settings }, tools) =>
    umbrella ? [httpUmbrellaCarrier({ ...settings, ...umbrella }, tools)] : [],
  ),
  ...deskUmbrellaCarriers(app),
]

/** A bad entry stops the service. Exchanges are recorded outside any transaction. */
export const carriersFor = (app: App): Readonly<Record<LineName, App['carriers'][string]>> => {
  const { demoCarriers: demo } = app.config
  return {
    homeowners: {
      live: liveHomeCarriers({ configured: configuredHomeCarriers(app), demo }),
      sandbox: sandboxHomeCarriers(),
    },
    umbrella: {
      live: liveUmbrellaCarriers({ configured: configuredUmbrellaCarriers(app), demo }),
      sandbox: sandboxUmbrellaCarriers(),
    },
  }
}
