import { setTimeout as sleep } from 'node:timers/promises'
import type { Mode } from './contract/carrier.ts'
import type { Wait } from './contract/wait.ts'
import { referenceCarriers } from './demo/homeowners/carriers.ts'
import { referenceUmbrellaCarriers } from './demo/umbrella/carriers.ts'
import type { HomeCarrier } from './homeowners/carrier.ts'
import { sandboxTwins } from './sandbox/homeowners.ts'
import { umbrellaSandboxTwins } from './sandbox/umbrella.ts'
import type { UmbrellaCarrier } from './umbrella/carrier.ts'

/** `carriers[modeOf(intake)]`: a live intake can only reach live carriers, a sandbox intake only sandbox ones. */
export type HomeCarriers = { readonly [M in Mode]: readonly HomeCarrier<M>[] }

export type UmbrellaCarriers = { readonly [M in Mode]: readonly UmbrellaCarrier<M>[] }

export const modeOf = ({ sandbox }: { sandbox: boolean }): Mode => (sandbox ? 'sandbox' : 'live')

/** Answers are kept by carrier id, so no two may share one. */
const withOwnIds = <C extends { id: string }>(carriers: readonly C[]): readonly C[] => {
  const ids = carriers.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new Error(`two carriers have the id ${twice}`)
  return carriers
}

/** The built-in carriers and those configured, which are real endpoints. */
export const liveHomeCarriers = (
  configured: readonly HomeCarrier<'live'>[] = [],
): readonly HomeCarrier<'live'>[] => withOwnIds([...referenceCarriers, ...configured])

/** Twins of the built-in carriers. A test hands in a `wait` that does not. */
export const sandboxHomeCarriers = (wait: Wait = sleep): readonly HomeCarrier<'sandbox'>[] =>
  sandboxTwins(referenceCarriers, wait)

export const liveUmbrellaCarriers = (
  configured: readonly UmbrellaCarrier<'live'>[] = [],
): readonly UmbrellaCarrier<'live'>[] => withOwnIds([...referenceUmbrellaCarriers, ...configured])

export const sandboxUmbrellaCarriers = (wait: Wait = sleep): readonly UmbrellaCarrier<'sandbox'>[] =>
  umbrellaSandboxTwins(referenceUmbrellaCarriers, wait)

/** The states where at least one of them sells, in alphabetical order. */
export const statesServed = (carriers: readonly { states: readonly string[] }[]): readonly string[] =>
  [...new Set(carriers.flatMap(({ states }) => states))].toSorted()
