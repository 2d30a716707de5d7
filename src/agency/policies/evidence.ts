import Type, { type Static } from 'typebox'
import { dollars } from '../../platform/values/schema-parts.ts'
import { policyRequestKinds } from './policy-request.ts'
import { type VersionBasis, versionBases } from './version-store.ts'

/** A lender gets what the carrier stated, not what another system’s file said. */
const certifiedBases = versionBases.filter(
  (basis): basis is Exclude<VersionBasis, 'imported'> => basis !== 'imported',
)

const closed = { additionalProperties: false } as const
const text = Type.Optional(Type.String())
const day = { format: 'date' } as const

const EvidenceAmounts = Type.Array(
  Type.Object(
    {
      label: Type.String(),
      dollars: Type.Integer({ minimum: 0 }),
      percent: Type.Optional(
        Type.Number({ description: 'Of the dwelling limit. dollars is worked out from it.' }),
      ),
    },
    closed,
  ),
  { $id: 'EvidenceAmounts' },
)

const dropped = Type.Optional(
  Type.Array(Type.String(), { description: 'Issued with, and not renewed with.' }),
)

const NextPeriod = Type.Object(
  {
    effective_date: Type.String(day),
    expiration_date: Type.String(day),
    annual_price: Type.Integer(),
    policy_number: Type.String(),
    coverages: Type.Optional(EvidenceAmounts),
    deductibles: Type.Optional(EvidenceAmounts),
    dropped,
  },
  { ...closed, description: 'Renewed, and not begun. Limits that are not all on record are absent.' },
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
    scheduled: Type.Array(Type.Object({ cents: Type.Integer(), due_on: Type.String(day) }, closed), {
      description: 'Later payments to the agency that are not invoiced yet.',
    }),
  },
  closed,
)

/** Holds only what is on record. Facts that nobody gave are absent. */
export const PropertyEvidence = Type.Object(
  {
    policy_number: Type.String(),
    binder_number: text,
    binder_ends: Type.Optional(Type.String(day)),
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
    version: Type.Object(
      { number: Type.Integer(), basis: Type.Enum(certifiedBases), effective_from: Type.String(day) },
      { ...closed, description: 'Which version of the policy this shows, and what it rests on.' },
    ),
    coverages: EvidenceAmounts,
    deductibles: EvidenceAmounts,
    dropped,
    next_period: Type.Optional(NextPeriod),
    annual_price: dollars('Of the year, with fees and taxes.'),
    payment: EvidencePayment,
    mortgagees: Type.Array(Mortgagee, { description: 'By rank.' }),
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
        description: 'Changes the carrier agreed to in words. The values here are those before.',
      },
    ),
    surplus_lines: Type.Array(Type.String()),
    issued_at: Type.String({ format: 'date-time' }),
    sandbox: Type.Boolean(),
    illustrative: Type.Boolean({ description: 'Demonstration, not insurance.' }),
  },
  { $id: 'PropertyEvidence', ...closed, description: 'What nobody gave is absent.' },
)

export type NextPeriod = Static<typeof NextPeriod>
export type PropertyEvidence = Static<typeof PropertyEvidence>
