import type { Carrier } from './carrier.ts'
import type { UmbrellaCarrier } from './umbrella-carrier.ts'

export type Mode = 'live' | 'sandbox'

/** A carrier knows its side: where live carriers are asked for, a sandbox carrier does not compile. */
export type CarrierOf<M extends Mode> = Carrier & { readonly mode: M }
export type LiveCarrier = CarrierOf<'live'>
export type SandboxCarrier = CarrierOf<'sandbox'>

export type UmbrellaCarrierOf<M extends Mode> = UmbrellaCarrier & { readonly mode: M }
export type LiveUmbrellaCarrier = UmbrellaCarrierOf<'live'>
export type SandboxUmbrellaCarrier = UmbrellaCarrierOf<'sandbox'>
