/** False: a surplus lines insurer, everywhere or in that state. A state that is left out counts as admitted. */
export type Admitted = boolean | Readonly<Record<string, boolean>>

export type CarrierFacts = {
  admitted?: Admitted
  am_best?: string
  phone?: string
  claims_phone?: string
  website?: string
  /** What the agency earns. Never shown to people or carriers. */
  commission_pct?: number
  renewal_commission_pct?: number
}

const FACTS = [
  'admitted',
  'am_best',
  'phone',
  'claims_phone',
  'website',
  'commission_pct',
  'renewal_commission_pct',
] as const

export const carrierFactsOf = (fields: Record<string, unknown>): CarrierFacts =>
  Object.fromEntries(FACTS.flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]])))
