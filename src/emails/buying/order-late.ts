import { type Email, greeting } from '../layout.ts'

export type OrderLateFacts = {
  firstName: string
  link: string
  carrier: string
  /** In words. Null: the carrier did not say. */
  expected_by: string | null
  contact: string
}

export const orderLateEmail = (
  to: string,
  { firstName, link, carrier, expected_by, contact }: OrderLateFacts,
): Email => ({
  to,
  subject: 'Your policy is not issued yet',
  paragraphs: [
    greeting(firstName),
    expected_by === null
      ? `${carrier} has your order and has not answered it.`
      : `${carrier} has your order and said it would answer by ${expected_by}. It has not answered.`,
    'You’re not covered by this policy until we email you that it is issued. Keep the coverage you have.',
    `We’re contacting ${carrier} now. You don’t need to do anything. If you have questions, ${contact}.`,
  ],
  facts: [
    ['Insurance company', carrier],
    ['Policy', 'Not issued yet'],
  ],
  link: { label: 'See where it stands', url: link },
  reason: 'You’re receiving this because this policy was ordered for you.',
})
