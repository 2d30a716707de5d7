import Type, { type Static } from 'typebox'

/** Whose turn it is. `email_proof`: the person must open the link, or enter the code, that we emailed. */
export const WaitingOn = Type.Enum(
  ['operator', 'homeowner', 'buyer', 'email_proof', 'carrier', 'staff', 'payment', 'nobody'],
  { description: 'Whose turn it is. nobody: our own checks are running, or it has ended.' },
)
export type WaitingOn = Static<typeof WaitingOn>

export type Turn = { waiting_on: WaitingOn; poll_after_seconds: number; expected_by?: string }

const SOON = 2
const PEOPLE = 60
const STAFF = 900

const turn = (waiting_on: WaitingOn, poll_after_seconds: number): Turn => ({ waiting_on, poll_after_seconds })

export const turns = {
  operator: turn('operator', PEOPLE),
  homeowner: turn('homeowner', PEOPLE),
  buyer: turn('buyer', PEOPLE),
  email_proof: turn('email_proof', PEOPLE),
  payment: turn('payment', PEOPLE),
  sandbox_payment: turn('payment', SOON),
  carrier: turn('carrier', SOON),
  late_carrier: turn('carrier', PEOPLE),
  staff: turn('staff', STAFF),
  own_checks: turn('nobody', SOON),
  over: turn('nobody', STAFF),
} as const

export const stages = ['application', 'quoting', 'quoted', 'buying', 'bound', 'ended'] as const

/** Once bound it stays so: `life` says what became of the policy. */
export const StageField = Type.Enum([...stages], {
  $id: 'Stage',
  description:
    'How far it is, in both lines. application: answers, the review or an authorization are missing. quoting: carriers are asked. quoted: a choice is open. buying: an offer is selected. bound: a policy was issued, whatever became of it. ended: it ended without a policy.',
})
export type Stage = Static<typeof StageField>

export const StageFilter = Type.Optional(
  Type.Enum([...stages], { description: 'Only rows with this stage. bound: what was sold.' }),
)
