import { type Email, greeting, say } from '../layout.ts'

export type WithdrawnFacts = { firstName: string; contact: string; hasPolicies: boolean }

export const withdrawnEmail = (to: string, { firstName, contact, hasPolicies }: WithdrawnFacts): Email => ({
  to,
  subject: say('You withdrew your application'),
  paragraphs: [
    greeting(firstName),
    hasPolicies
      ? say(
          'You withdrew the rest of your application for home insurance. Policies that were issued stay in force.',
        )
      : say('You withdrew your application for home insurance. You bought nothing and owe nothing.'),
    say('We’ve stopped contacting insurance companies, and your quotes are void.'),
    say('If you didn’t do this, {contact}.', { contact }),
  ],
  reason: say('You’re receiving this because this application has your email address.'),
})

export type OrderLateFacts = {
  firstName: string
  link: string
  carrier: string
  expected_by: string | null
  contact: string
}

export const orderLateEmail = (
  to: string,
  { firstName, link, carrier, expected_by, contact }: OrderLateFacts,
): Email => ({
  to,
  subject: say('Your policy is not issued yet'),
  paragraphs: [
    greeting(firstName),
    expected_by === null
      ? say('{carrier} has not confirmed your order.', { carrier })
      : say('{carrier} has your order and said it would answer by {by}. It has not answered.', {
          carrier,
          by: expected_by,
        }),
    say(
      'You’re not covered by this policy until we email you that it is issued. Keep the coverage you have.',
    ),
    say('We’re contacting {carrier} now. You don’t need to do anything. If you have questions, {contact}.', {
      carrier,
      contact,
    }),
  ],
  facts: [
    [say('Insurance company'), carrier],
    [say('Policy'), say('Not issued yet')],
  ],
  link: { label: say('See where it stands'), url: link },
  reason: say('You’re receiving this because this policy was ordered for you.'),
})
