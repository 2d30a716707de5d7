import type { BindAnswer, BindRequest } from './bind.ts'

export type Mode = 'live' | 'sandbox'

/** `api` carriers are real. `demo` and `sandbox` carriers are invented: no one stands behind their offers. */
export type CarrierKind = 'api' | 'demo' | 'sandbox'

export const isIllustrative = ({ kind }: { kind: CarrierKind }): boolean => kind !== 'api'

export type Wait = (milliseconds: number) => Promise<unknown>

/** The mode is part of the type, so passing a sandbox carrier where a live one is required does not compile. */
export type Carrier<Request, Answer, M extends Mode = Mode> = {
  id: string
  name: string
  readonly mode: M
  readonly kind: CarrierKind
  states: readonly string[]
  quote(request: Request): Promise<Answer>
  bind(request: BindRequest): Promise<BindAnswer>
}
