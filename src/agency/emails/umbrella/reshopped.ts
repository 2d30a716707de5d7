import { longDate } from '../../../platform/language/long-date.ts'
import { type Email, greeting, requester } from '../layout.ts'
import { say } from '../rules/say.ts'

export type UmbrellaReshoppedFacts = {
  firstName: string
  link: string
  carrier: string
  due_on: string
}

export const umbrellaReshoppedEmail = (
  to: string,
  { firstName, link, carrier, due_on }: UmbrellaReshoppedFacts,
): Email => ({
  to,
  subject: say('Check your answers to get new umbrella insurance quotes'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your umbrella policy from {carrier} runs until {day}. We started a new application for you, so that other insurance companies can quote for the time after that.',
      { carrier, day: longDate(due_on) },
    ),
    say(
      'We filled it in with your earlier answers. Check each one, and correct what has changed. We ask no insurance company before your answers are confirmed.',
    ),
    say('This does not change your policy from {carrier}.', { carrier }),
    say('The link works for seven days. We’ll email you a code to make sure that it’s you.'),
  ],
  facts: [
    [say('For'), say('Umbrella insurance')],
    [say('Left to do'), say('Check your answers')],
  ],
  link: { label: say('Check your answers'), url: link },
  reason: say(
    'You’re receiving this because {who} requested umbrella insurance quotes for you. Nothing is bought until you sign or confirm the purchase.',
    { who: requester({ referredBy: null, isOurs: true }) },
  ),
})
