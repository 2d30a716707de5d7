import Type, { type Static } from 'typebox'
import { anId, dollars, orNull } from '../../platform/values/schema-parts.ts'
import { changeKinds, PolicyChange } from '../carriers/contract/policy-change.ts'

const closed = { additionalProperties: false } as const

export const policyRequestKinds = ['cancellation', ...changeKinds, 'documents', 'renewal'] as const

const policyRequestStatuses = ['open', 'with_carrier', 'done', 'declined'] as const

export type PolicyRequestKind = (typeof policyRequestKinds)[number]

export const MOST_DETAILS = 1000

export const policyRequestInput = {
  policy_number: Type.Optional(
    Type.String({ maxLength: 100, description: 'Required if the application has more than one policy.' }),
  ),
  kind: Type.Enum(policyRequestKinds, {
    description: 'coverage: limits or deductibles. documents: a copy. renewal: accept the offer in renewal.',
  }),
  wanted_on: Type.Optional(
    Type.String({
      format: 'date',
      description: 'From when. Required for a cancellation: this day is not covered.',
    }),
  ),
  change: Type.Optional(PolicyChange),
  details: Type.Optional(
    Type.String({
      maxLength: MOST_DETAILS,
      description:
        'What change does not say, in words without Social Security and card numbers. To accept a renewal, repeat those of the preview.',
    }),
  ),
  request_confirmed: Type.Optional(
    Type.Boolean({
      description: 'True once the insured agreed to the preview.',
    }),
  ),
}

const requestProperties = {
  kind: Type.Enum(policyRequestKinds),
  wanted_on: orNull(undefined, { format: 'date' }),
  change: Type.Optional(PolicyChange),
  details: Type.String({ description: 'All of it in words.' }),
}

const filedProperties = {
  request_id: Type.String(),
  ...requestProperties,
  status: Type.Enum(policyRequestStatuses, {
    description:
      'open: the agency has it. with_carrier: the insurance company was asked. done and declined: see answer.',
  }),
  asked_by: Type.Enum(['insured', 'assistant', 'operator', 'staff']),
  asked_at: Type.String({ format: 'date-time' }),
  answer: orNull('What the agency told the insured.'),
}

const PolicyRequestItem = Type.Object(filedProperties, { $id: 'PolicyRequestItem', ...closed })

const PolicyRequestPreview = Type.Object(
  {
    ...requestProperties,
    unused_premium: Type.Optional(
      dollars(
        'For a cancellation: the yearly price of the days after it, without fees and taxes. The insurance company decides what it returns.',
      ),
    ),
  },
  { $id: 'PolicyRequestPreview', ...closed, description: 'What would be asked for. Nothing was sent.' },
)

export const policyRequestsField = Type.Optional(
  Type.Array(PolicyRequestItem, { description: 'What was asked for about this policy since it was issued.' }),
)

export const policyRequestOutput = {
  uid: anId('The application.'),
  policy_number: Type.String(),
  preview: Type.Optional(PolicyRequestPreview),
  requests: Type.Array(PolicyRequestItem, {
    description: 'Everything asked for about this policy, oldest first.',
  }),
  response_summary: Type.String(),
  agent_instructions: Type.Array(Type.String()),
}

const input = Type.Object(policyRequestInput)
export type PolicyRequestInput = Static<typeof input>

export const POLICY_REQUEST_WORDS = {
  cancellation: 'Cancel the policy',
  lender: 'Add or change a lender',
  mailing_address: 'Change the mailing address',
  coverage: 'Change a limit or deductible',
  named_insured: 'Add or remove an owner',
  correction: 'Correct a mistake on the policy',
  documents: 'Get a copy of a document',
  renewal: 'Accept the renewal offer',
} as const satisfies Record<PolicyRequestKind, string>
