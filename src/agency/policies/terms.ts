import type { Agency } from '../../platform/config/agency.ts'
import type { Insured, Signature } from '../carriers/contract/bind.ts'
import type { CarrierInfo } from '../carriers/contract/carrier-info.ts'
import type { BillTo, PaymentPlan } from '../carriers/contract/payment-terms.ts'

export type LabelledRow = { label: string; amount: string }
export type Fact = { label: string; lines: string[] }

/** Orders placed before signatures had a kind. They don't say whether the insured signed. */
type UnknownSignature = { kind?: never; signed_at: string; words_version: string }

export type RecordedSignature = (Signature | UnknownSignature) & { consent_id: string }

/** `due_cents` is what the agency collects for it, and `payment_id` what it collected or holds. */
export type PolicyBilling = {
  bill_to: BillTo
  plan_id: string | null
  due_cents: number
  payment_id: string | null
  installments?: PaymentPlan['installments']
  /** What is paid when, and to whom. Absent on orders from before it was kept. */
  words?: string[]
  due_on?: string
  /** When the agency received `due_cents`. Absent: not before the policy was issued. */
  paid_on?: string
}

export type PolicyTerms = {
  product: string
  form: string | null
  carrier: string
  producer: Omit<Agency, 'address'> & {
    address?: string | null
    /** National Producer Number. Absent: no license of the file counted, or an older order. */
    npn?: string
  }
  carrier_address?: string
  carrier_naic?: string
  carrier_info?: CarrierInfo
  insured: Insured
  other_insureds?: string[]
  location: Fact
  interests: Fact[]
  coverages: LabelledRow[]
  /** Our estimate, which went to the carrier with the request for a quote. Absent on orders from before it was kept. */
  replacement_cost?: { dollars: number; rule: string }
  charges?: { label: string; amount_cents: number }[]
  quote_number: string
  signature: RecordedSignature
  sandbox: boolean
  /** Where the insured property is. Absent on older orders, whose insured lives there. */
  state?: string
  /** The carrier is invented. Absent on orders from before demo carriers were marked. */
  illustrative?: boolean
  billing?: PolicyBilling
  /** The state's notices about a surplus lines insurer, and its broker's license. Absent: an admitted one, or an older order. */
  surplus_lines?: string[]
}

type AsBound = {
  policy_id: string
  policy_number: string
  effective_date: string
  effective_at: string
  expiration_date: string
  annual_price: number
  issued_at: string
  /** Policies issued before November 16, 2026 have neither: their binders name no number and no end. */
  binder_number?: string
  binder_ends?: string
}

/** Of a policy that was sold here. */
export type IssuedFacts = PolicyTerms & AsBound

type FromOrder = 'insured' | 'quote_number' | 'signature'

/** Of any policy. One that was sold elsewhere and imported has no order here, and only what its file told. */
export type PolicyFacts = Omit<IssuedFacts, FromOrder> & {
  insured: Omit<Insured, 'email' | 'birthday'> & Partial<Pick<Insured, 'email' | 'birthday'>>
  quote_number?: string
  signature?: RecordedSignature
}

export const isSoldHere = (facts: PolicyFacts): facts is IssuedFacts => facts.signature !== undefined

export const insuredNames = ({
  insured,
  other_insureds = [],
}: Pick<PolicyFacts, 'insured' | 'other_insureds'>): string[] => [insured.full_name, ...other_insureds]

export const UNNAMED_OWNERS = 'Other owners on the application'

export const unnamedOwners = ({ interests }: Pick<PolicyTerms, 'interests'>): string[] =>
  interests.flatMap(({ label, lines }) => (label === UNNAMED_OWNERS ? lines : []))

export const stateOf = ({ state, insured }: Pick<PolicyFacts, 'state' | 'insured'>): string =>
  state ?? insured.address?.state ?? ''

export const ERASED_FACTS = { erased: true } as const

export const isErased = (facts: object): boolean => 'erased' in facts
