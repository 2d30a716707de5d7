import { longDate } from '../../../platform/language/language.ts'
import { capitalized } from '../../../platform/lib/name-words.ts'
import { askedBy, type Email, greeting, type Requester, referrer, requester, say } from '../layout.ts'

export type UmbrellaOffersFacts = Requester & { firstName: string; link: string }

export const umbrellaOffersReadyEmail = (
  to: string,
  { firstName, link, referredBy, isOurs = false }: UmbrellaOffersFacts,
): Email => ({
  to,
  subject: say('Your umbrella insurance quotes are ready'),
  paragraphs: [
    greeting(firstName),
    isOurs
      ? say(
          'We have new umbrella insurance quotes for you. Open them to compare, and choose one if you like.',
        )
      : say(
          '{who} asked us to get umbrella insurance quotes for you, and they’re ready. Open them to compare, and choose one if you like.',
          { who: capitalized(referrer(referredBy)) },
        ),
    say('The link works for seven days. We’ll email you a code to make sure that it’s you.'),
  ],
  facts: [
    [say('For'), say('Umbrella insurance')],
    ...(isOurs ? [] : [askedBy(referredBy)]),
    [say('Left to do'), say('Compare and choose')],
  ],
  link: { label: say('See your quotes'), url: link },
  reason: say(
    'You’re receiving this because {who} requested umbrella insurance quotes for you. Nothing is bought until you sign or confirm the purchase.',
    { who: requester({ referredBy, isOurs }) },
  ),
})

export type UmbrellaWithdrawnFacts = {
  firstName: string
  carrier: string
  link: string
  money_back: string | null
  referredBy: string | null
}

export const umbrellaWithdrawnEmail = (
  to: string,
  { firstName, carrier, link, money_back, referredBy }: UmbrellaWithdrawnFacts,
): Email => ({
  to,
  subject: say('The chosen quote is no longer available'),
  paragraphs: [
    greeting(firstName),
    say(
      '{carrier} withdrew the umbrella quote that was chosen. Nothing was bought, and you have no coverage from it.',
      { carrier },
    ),
    ...(money_back === null ? [] : [money_back]),
    say('Choose another quote to continue.'),
  ],
  facts: [[say('Insurance company'), carrier], askedBy(referredBy)],
  link: { label: say('See your quotes'), url: link },
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})

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

export const umbrellaNewLinkEmail = (
  to: string,
  { firstName, link }: { firstName: string; link: string },
): Email => ({
  to,
  subject: say('Your new link to your umbrella insurance application'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your earlier link has expired. This one works for seven days. When you open it, we’ll email you a code.',
    ),
  ],
  link: { label: say('Open my application'), url: link },
  reason: say(
    'You’re receiving this because someone opened an expired link to your umbrella insurance application and entered your email. If it wasn’t you, ignore this email.',
  ),
})
