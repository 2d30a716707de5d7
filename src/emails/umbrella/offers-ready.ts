import { capitalized } from '../../lib/capitalized.ts'
import { askedBy, type Email, greeting, referrer } from '../layout.ts'
import { say } from '../rules/say.ts'

export type UmbrellaOffersFacts = { firstName: string; link: string; referredBy: string | null }

export const umbrellaOffersReadyEmail = (
  to: string,
  { firstName, link, referredBy }: UmbrellaOffersFacts,
): Email => ({
  to,
  subject: say('Your umbrella insurance quotes are ready'),
  paragraphs: [
    greeting(firstName),
    say(
      '{who} asked us to get umbrella insurance quotes for you, and they’re ready. Open them to compare, and choose one if you like.',
      { who: capitalized(referrer(referredBy)) },
    ),
    say('The link works for seven days. We’ll email you a code to make sure that it’s you.'),
  ],
  facts: [
    [say('For'), say('Umbrella insurance')],
    askedBy(referredBy),
    [say('Left to do'), say('Compare and choose')],
  ],
  link: { label: say('See your quotes'), url: link },
  reason: say(
    'You’re receiving this because {who} requested umbrella insurance quotes for you. Nothing is bought until you sign or confirm the purchase.',
    { who: referrer(referredBy) },
  ),
})
