import Type, { type Static } from 'typebox'
import { dayWords } from '../../platform/values/calendar.ts'

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

export const policyStates = ['scheduled', 'active', 'renewal_due', 'ending', 'ended'] as const

export const PolicyState = Type.Enum(policyStates, {
  $id: 'PolicyState',
  description:
    'By its dates. scheduled: coverage has not begun. renewal_due: it ends within 90 days and is not renewed. ending: its end on ends_on is certain, and it covers until then. ended: it covers nothing now.',
})
export type PolicyState = Static<typeof PolicyState>

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

const aDay = (description: string) => Type.String({ format: 'date', description })

export const policyDates = {
  state: PolicyState,
  starts_on: aDay('The first day of coverage.'),
  ends_on: aDay(
    'Coverage ends at 12:01 a.m. on this day, by what is known now. Not after starts_on: it never took effect.',
  ),
}

export const policyPrice = {
  annual_price: Type.Integer({ deprecated: true, description: 'annual_price_cents in whole dollars.' }),
  annual_price_cents: Type.Integer({ minimum: 0, description: 'A year, by what is in force now.' }),
}

export const policyLifeFields = {
  life: PolicyLife,
  ...policyDates,
  renewal: Type.Optional(PolicyRenewal),
}

export type PolicyStanding = { life: PolicyLife; state: PolicyState; starts_on: string; ends_on: string }

const LIFE_WORDS: Readonly<Record<PolicyLife, string>> = {
  active: 'Active',
  cancel_requested: 'Cancellation requested',
  canceled: 'Canceled',
  change_requested: 'Change requested',
  changed: 'Changed',
  renewal_offered: 'Renewal offered',
  renewed: 'Renewed',
  expired: 'Expired',
}

/** It never says that a policy has ended while it covers. */
export const standingWords = ({ life, state, starts_on, ends_on }: PolicyStanding): string => {
  if (state === 'ending') return `Ends ${dayWords(ends_on)}`
  if (life !== 'active') return LIFE_WORDS[life]
  if (state === 'scheduled') return `Starts ${dayWords(starts_on)}`
  return state === 'renewal_due' ? 'Renewal due' : LIFE_WORDS.active
}
