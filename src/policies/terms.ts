import type { Insured } from '../carriers/contract/bind.ts'

export type LabelledRow = { label: string; amount: string }
export type Fact = { label: string; lines: string[] }

export type Agency = { name: string; license: string | null; phone: string | null }

export type PolicyTerms = {
  product: string
  form: string | null
  carrier: string
  /** Only what the carrier's entry in CARRIERS_FILE states. */
  carrier_address?: string
  carrier_naic?: string
  producer: Agency
  insured: Insured
  location: Fact
  interests: Fact[]
  coverages: LabelledRow[]
  quote_number: string
  signature: { signed_name: string; signed_at: string; words_version: string; consent_id: string }
  sandbox: boolean
}

export type PolicyFacts = PolicyTerms & {
  policy_id: string
  policy_number: string
  effective_date: string
  /** The moment coverage starts. */
  effective_at: string
  expiration_date: string
  annual_price: number
  issued_at: string
  binder_number: string
  /** The binder's last day, if the policy is not delivered before. */
  binder_ends: string
}
