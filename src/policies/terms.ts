import type { Insured } from '../carriers/contract/bind.ts'

export type LabelledRow = { label: string; amount: string }
export type Fact = { label: string; lines: string[] }

/** Who sells it. */
export type Agency = { name: string; license: string | null; phone: string | null }

/** What a policy will say once its carrier has issued it. The words of a product come in here, as data. */
export type PolicyTerms = {
  /** `Homeowners insurance` */
  product: string
  /** `HO-3`, where there is one. */
  form: string | null
  carrier: string
  producer: Agency
  insured: Insured
  /** `Insured location`, with its lines. */
  location: Fact
  /** Others who have a stake: a lender, say. */
  interests: Fact[]
  coverages: LabelledRow[]
  quote_number: string
  signature: { signed_name: string; signed_at: string; words_version: string; consent_id: string }
  sandbox: boolean
}

/** What its carrier added. */
export type PolicyFacts = PolicyTerms & {
  policy_id: string
  policy_number: string
  effective_date: string
  expiration_date: string
  annual_price: number
  issued_at: string
}
