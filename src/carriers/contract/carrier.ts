import type { BindAnswer, BindRequest } from './bind.ts'

export type Mode = 'live' | 'sandbox'

export type Wait = (milliseconds: number) => Promise<unknown>

/** The mode is part of the type, so passing a sandbox carrier where a live one is required does not compile. */
export type Carrier<Request, Answer, M extends Mode = Mode> = {
  id: string
  name: string
  readonly mode: M
  states: readonly string[]
  quote(request: Request): Promise<Answer>
  bind(request: BindRequest): Promise<BindAnswer>
}
