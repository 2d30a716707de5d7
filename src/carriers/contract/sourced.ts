export type Origin = 'person' | 'operator' | 'assistant'

type Confidence = 'low' | 'medium' | 'high'

/** Who stated a value, or the rule that produced it. `from` names the answers that a rule read. */
export type Source =
  | { kind: Origin }
  | { kind: 'estimate'; from: string; confidence: Confidence }
  | { kind: 'service_estimate'; rule: string; confidence: Confidence }
  | { kind: 'derived'; rule: string; from: Readonly<Record<string, Source>> }

declare const brand: unique symbol

/** Only `line/fields/sourced.ts` makes one, from a stored answer or from other sourced values. */
export type Sourced<T> = { readonly value: T; readonly source: Source; readonly [brand]: true }

/** An unknown fact is null or absent: it has no value, so it needs no source. */
export type SourcedFields<Risk> = {
  readonly [K in keyof Risk]: Sourced<NonNullable<Risk[K]>> | Extract<Risk[K], null>
}

/** `sources` has an entry for each value in `risk`. */
export type QuoteRequest<Risk> = {
  readonly request_id: string
  readonly today: string
  readonly risk: Risk
  readonly sources: Readonly<Record<string, Source>>
  readonly [brand]: true
}
