import Type, { type Static } from 'typebox'

/** Whose turn it is. `email_proof`: the person must open the link, or enter the code, that we emailed. */
export const WaitingOn = Type.Enum(
  ['operator', 'homeowner', 'buyer', 'email_proof', 'carrier', 'staff', 'payment', 'nobody'],
  { description: 'Whose turn it is.' },
)
export type WaitingOn = Static<typeof WaitingOn>
