import Type, { type Static } from 'typebox'
import { policyRequestKinds } from './policy-request.ts'
import { dollars } from './schema-parts.ts'

const closed = { additionalProperties: false } as const
const text = Type.Optional(Type.String())
const day = { format: 'date' } as const

const EvidenceAmounts = Type.Array(
  Type.Object({ label: Type.String(), dollars: Type.Integer({ minimum: 0 }) }, closed),
)

const Mortgagee = Type.Object(
  {
    name: Type.String(),
    rank: Type.Optional(Type.Integer()),
    clause: text,
    loan_number: text,
    address: text,
    escrow: Type.Optional(Type.Boolean()),
  },
  closed,
)

export type Mortgagee = Static<typeof Mortgagee>

const EvidencePayment = Type.Object(
  {
    bill_to: text,
    terms: Type.Array(Type.String(), { description: 'As agreed with the insured.' }),
    paid_cents: Type.Integer({ description: 'What the agency received, less refunds.' }),
    paid_on: Type.Optional(Type.String(day)),
    unpaid: Type.Array(
      Type.Object(
        { cents: Type.Integer(), due_on: Type.Optional(Type.String(day)), reference: Type.String() },
        closed,
      ),
      { description: 'The agency’s open invoices.' },
    ),
  },
  closed,
)

export const PropertyEvidence = Type.Object(
  {
    policy_number: Type.String(),
    binder_number: Type.String(),
    binder_ends: Type.String(day),
    form: text,
    insureds: Type.Array(Type.String()),
    other_owners: Type.Array(Type.String(), {
      description: 'On the application. The carrier has not confirmed that it insures them.',
    }),
    property: Type.Object(
      { street: Type.String(), city: Type.String(), state: Type.String(), zip: Type.String() },
      closed,
    ),
    title_holder: text,
    carrier: Type.Object({ name: Type.String(), naic: text, address: text }, closed),
    producer: Type.Object({ name: Type.String(), license: text, phone: text, address: text }, closed),
    effective_at: Type.String({ format: 'date-time' }),
    expiration_date: Type.String(day),
    renewed_on: Type.Optional(Type.String({ ...day, description: 'The period was renewed on this day.' })),
    canceled_on: Type.Optional(Type.String(day)),
    coverages: EvidenceAmounts,
    deductibles: EvidenceAmounts,
    annual_price: dollars('Of the year, with fees and taxes.'),
    payment: EvidencePayment,
    mortgagees: Type.Array(Mortgagee, { description: 'By rank, as sent to the carrier.' }),
    replacement_cost: Type.Object(
      {
        dwelling_limit: Type.Optional(dollars('From the carrier.')),
        estimate: Type.Optional(dollars('Ours, by the rule named. Not an appraisal.')),
        rule: text,
      },
      closed,
    ),
    changed_since: Type.Array(
      Type.Object({ kind: Type.Enum(policyRequestKinds), done_on: Type.String(day) }, closed),
      {
        description: 'Changes the carrier agreed to later. The values here are those at issue.',
      },
    ),
    surplus_lines: Type.Array(Type.String()),
    issued_at: Type.String({ format: 'date-time' }),
    sandbox: Type.Boolean(),
    illustrative: Type.Boolean({ description: 'Demonstration, not insurance.' }),
  },
  { $id: 'PropertyEvidence', ...closed, description: 'What nobody gave is absent.' },
)

export type PropertyEvidence = Static<typeof PropertyEvidence>
