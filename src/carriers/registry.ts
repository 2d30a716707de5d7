import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier } from './carrier.ts'
import type { CarrierOf, LiveCarrier, Mode, SandboxCarrier } from './mode.ts'
import { referenceCarriers } from './reference.ts'
import { sandboxTwins, type Wait } from './sandbox.ts'

/** `carriers[modeOf(intake)]`: a live intake can only reach live carriers, a sandbox intake only sandbox ones. */
export type HomeCarriers = { readonly [M in Mode]: readonly CarrierOf<M>[] }

export const modeOf = ({ sandbox }: { sandbox: boolean }): Mode => (sandbox ? 'sandbox' : 'live')

/** Answers are kept by carrier id, so no two may share one. */
const withOwnIds = <C extends Carrier>(carriers: readonly C[]): readonly C[] => {
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

/** Where at least one of them writes, in alphabetical order. */
export const statesServed = (carriers: readonly Carrier[]): readonly string[] =>
  [...new Set(carriers.flatMap(({ homeownersStates }) => homeownersStates))].toSorted()
