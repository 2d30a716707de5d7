import { setTimeout as sleep } from 'node:timers/promises'
import type { Mode, Wait } from './contract/carrier.ts'
import { demoHomeCarriers } from './demo/homeowners/carriers.ts'
import { demoUmbrellaCarriers } from './demo/umbrella/carriers.ts'
import type { HomeCarrier, InventedHomeCarrier } from './homeowners/carrier.ts'
import { sandboxHomeTwins } from './sandbox/homeowners.ts'
import { sandboxUmbrellaTwins } from './sandbox/umbrella.ts'
import type { InventedUmbrellaCarrier, UmbrellaCarrier } from './umbrella/carrier.ts'

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
