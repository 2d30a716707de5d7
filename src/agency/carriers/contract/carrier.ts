import type { Admitted } from '../../../platform/config/carrier-facts.ts'
import type { BindAnswer, BindRequest } from './bind.ts'
import type { CarrierInfo } from './carrier-info.ts'
import type { AnswersLater, BindsLater } from './parse-later.ts'

export type Mode = 'live' | 'sandbox'

export const modeOf = ({ sandbox }: { sandbox: boolean }): Mode => (sandbox ? 'sandbox' : 'live')

export const statesServed = (carriers: readonly { states: readonly string[] }[]): readonly string[] =>
  [...new Set(carriers.flatMap(({ states }) => states))].toSorted()

/** `demo` and `sandbox` carriers are invented: no one stands behind their offers. Staff ask a `desk` carrier. */
export type CarrierKind = 'api' | 'desk' | 'demo' | 'sandbox'

export const isIllustrativeCarrier = ({ kind }: { kind: CarrierKind }): boolean =>
  kind === 'demo' || kind === 'sandbox'

export const isSurplusIn = ({ admitted }: { admitted?: Admitted | undefined }, state: string): boolean =>
  (typeof admitted === 'object' ? admitted[state] : admitted) === false

export type OfferList<Offer> = { kind: 'offers'; offers: Offer[] }

export type QuoteOutcome<Answer> = Answer | OfferList<Extract<Answer, { kind: 'offer' }>> | AnswersLater

export type Wait = (milliseconds: number) => Promise<unknown>

/** The mode is part of the type, so passing a sandbox carrier where a live one is required does not compile. */
export type Carrier<Request, Answer, M extends Mode = Mode> = {
  id: string
  name: string
  readonly mode: M
  readonly kind: CarrierKind
  states: readonly string[]
  admitted?: Admitted | undefined
  info?: CarrierInfo | undefined
  answerWithinHours?: number | undefined
  contract2?: { identified: boolean } | undefined
  quote(request: Request): Promise<QuoteOutcome<Answer>>
  bind(request: BindRequest): Promise<BindAnswer | BindsLater>
  poll?:
    | {
        quote(request: Request): Promise<QuoteOutcome<Answer>>
        bind(request: BindRequest): Promise<BindAnswer | BindsLater>
      }
    | undefined
}
