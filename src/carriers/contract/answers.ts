/** Why this price: each factor multiplies it, and all of them together give it. */
export type PriceFactor = { factor: string; label: string; effect: number }

/** The agency whose report a carrier used, as the person must be told (FCRA 615(a)). */
export type ConsumerReport = { agency: string; address: string; phone: string }

/** For the person alone. */
export type CreditPart = {
  consumer_report?: ConsumerReport
  /** What hurt the score most, at most four. */
  score_reasons?: string[]
}

/** A decline is an answer; an error means ask again. */
export type Decline = CreditPart & { kind: 'decline'; reason_code: string; reason: string }
