import { capitalized } from '../../../platform/lib/name-words.ts'
import { askedBy, type Email, greeting, type Requester, referrer, requester } from '../layout.ts'
import { say } from '../rules/say.ts'

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
