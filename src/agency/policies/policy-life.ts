import Type, { type Static } from 'typebox'

const closed = { additionalProperties: false } as const

export const PolicyLife = Type.Enum(
  [
    'active',
    'cancel_requested',
    'canceled',
    'change_requested',
    'changed',
    'renewal_offered',
    'renewed',
    'expired',
  ],
  {
    $id: 'PolicyLife',
    description:
      'A request changes nothing until the insurance company agrees. renewed: the insurance company said so.',
  },
)
export type PolicyLife = Static<typeof PolicyLife>

export const renewalStatuses = ['due', 'offered', 'renewed', 'not_renewed'] as const
export type RenewalStatus = (typeof renewalStatuses)[number]

const day = Type.Optional(Type.String({ format: 'date' }))

export const PolicyRenewal = Type.Object(
  {
    status: Type.Enum(renewalStatuses, { description: 'due: the agency asks the insurance company.' }),
    effective_date: Type.String({ format: 'date' }),
    expiration_date: day,
    annual_price: Type.Optional(Type.Integer()),
    valid_until: day,
    policy_number: Type.Optional(Type.String({ description: 'From effective_date on, if it changes.' })),
    bill_to: Type.Optional(Type.String()),
    payment: Type.Optional(Type.String({ description: 'In the insurance company’s words.' })),
    reasons: Type.Array(Type.String(), {
      description: 'For the price, in the insurance company’s words. Empty: it gave none.',
    }),
  },
  {
    $id: 'PolicyRenewal',
    ...closed,
    description: 'The next period. To accept an offer, send a request of kind renewal.',
  },
)
export type PolicyRenewal = Static<typeof PolicyRenewal>

export const policyLifeFields = { life: PolicyLife, renewal: Type.Optional(PolicyRenewal) }

export const LIFE_WORDS: Readonly<Record<PolicyLife, string>> = {
  active: 'Active',
  cancel_requested: 'Cancellation requested',
  canceled: 'Canceled',
  change_requested: 'Change requested',
  changed: 'Changed',
  renewal_offered: 'Renewal offered',
  renewed: 'Renewed',
  expired: 'Expired',
}
