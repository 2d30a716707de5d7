import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier } from './carrier.ts'
import type {
  CarrierOf,
  LiveCarrier,
  LiveUmbrellaCarrier,
  Mode,
  SandboxCarrier,
  SandboxUmbrellaCarrier,
  UmbrellaCarrierOf,
} from './mode.ts'
import { referenceCarriers } from './reference.ts'
import { sandboxTwins } from './sandbox.ts'
import type { UmbrellaCarrier } from './umbrella-carrier.ts'
import { referenceUmbrellaCarriers } from './umbrella-reference.ts'
import { umbrellaSandboxTwins } from './umbrella-sandbox.ts'
import type { Wait } from './wait.ts'

/** `carriers[modeOf(intake)]`: a live intake can only reach live carriers, a sandbox intake only sandbox ones. */
export type HomeCarriers = { readonly [M in Mode]: readonly CarrierOf<M>[] }

export type UmbrellaCarriers = { readonly [M in Mode]: readonly UmbrellaCarrierOf<M>[] }

export const modeOf = ({ sandbox }: { sandbox: boolean }): Mode => (sandbox ? 'sandbox' : 'live')

/** Answers are kept by carrier id, so no two may share one. */
const withOwnIds = <C extends { id: string }>(carriers: readonly C[]): readonly C[] => {
  const ids = carriers.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new Error(`two carriers have the id ${twice}`)
  return carriers
}

/** The built-in carriers and those configured, which are real endpoints. */
export const liveHomeCarriers = (configured: readonly LiveCarrier[] = []): readonly LiveCarrier[] =>
  withOwnIds([...referenceCarriers, ...configured])

/** Twins of the built-in carriers. A test hands in a `wait` that does not. */
export const sandboxHomeCarriers = (wait: Wait = sleep): readonly SandboxCarrier[] =>
  sandboxTwins(referenceCarriers, wait)

export const liveUmbrellaCarriers = (
  configured: readonly LiveUmbrellaCarrier[] = [],
): readonly LiveUmbrellaCarrier[] => withOwnIds([...referenceUmbrellaCarriers, ...configured])

export const sandboxUmbrellaCarriers = (wait: Wait = sleep): readonly SandboxUmbrellaCarrier[] =>
  umbrellaSandboxTwins(referenceUmbrellaCarriers, wait)

const allOf = (lists: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(lists.flat())].toSorted()

/** Where at least one of them writes, in alphabetical order. */
export const statesServed = (carriers: readonly Carrier[]): readonly string[] =>
  allOf(carriers.map(({ homeownersStates }) => homeownersStates))

export const umbrellaStatesServed = (carriers: readonly UmbrellaCarrier[]): readonly string[] =>
  allOf(carriers.map(({ umbrellaStates }) => umbrellaStates))
