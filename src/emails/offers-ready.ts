import { capitalized } from '../lib/capitalized.ts'
import { askedBy, type Email, greeting, referrer } from './layout.ts'
import { say } from './rules/say.ts'

export type OffersFacts = {
  firstName: string
  link: string
  referredBy: string | null
  payment?: readonly string[]
}

export const offersReadyEmail = (
  to: string,
  { firstName, link, referredBy, payment = [] }: OffersFacts,
): Email => ({
  to,
  subject: say('Your home insurance quotes are ready'),
  paragraphs: [
    greeting(firstName),
    say(
      '{who} asked us to get home insurance quotes for you, and they’re ready. Sign in to compare them, check the answers that were estimated for you, and choose one if you like.',
      { who: capitalized(referrer(referredBy)) },
    ),
    ...payment,
  ],
  facts: [
    [say('For'), say('Home insurance')],
    askedBy(referredBy),
    [say('Left to do'), say('Compare and choose')],
  ],
  link: { label: say('See your quotes'), url: link },
  reason: say(
    'You’re receiving this because {who} requested home insurance quotes for you. Nothing is bought until you sign.',
    { who: referrer(referredBy) },
  ),
})
