import { capitalized } from '../../platform/lib/name-words.ts'
import { askedBy, type Email, greeting, type Requester, referrer, requester, say } from './layout.ts'

export type OffersFacts = Requester & {
  firstName: string
  link: string
  payment?: readonly string[]
}

export const offersReadyEmail = (
  to: string,
  { firstName, link, referredBy, isOurs = false, payment = [] }: OffersFacts,
): Email => ({
  to,
  subject: say('Your home insurance quotes are ready'),
  paragraphs: [
    greeting(firstName),
    isOurs
      ? say(
          'We have new home insurance quotes for you. Sign in to compare them, check the answers that were estimated for you, and choose one if you like.',
        )
      : say(
          '{who} asked us to get home insurance quotes for you, and they’re ready. Sign in to compare them, check the answers that were estimated for you, and choose one if you like.',
          { who: capitalized(referrer(referredBy)) },
        ),
    ...payment,
  ],
  facts: [
    [say('For'), say('Home insurance')],
    ...(isOurs ? [] : [askedBy(referredBy)]),
    [say('Left to do'), say('Compare and choose')],
  ],
  link: { label: say('See your quotes'), url: link },
  reason: say(
    'You’re receiving this because {who} requested home insurance quotes for you. Nothing is bought until you sign.',
    { who: requester({ referredBy, isOurs }) },
  ),
})

type NoOffersFacts = Omit<OffersFacts, 'payment'> & { contact: string; hasPolicies: boolean }

export const noOffersEmail = (
  to: string,
  { firstName, link, referredBy, isOurs = false, contact, hasPolicies }: NoOffersFacts,
): Email => ({
  to,
  subject: say('No insurance company made an offer'),
  paragraphs: [
    greeting(firstName),
    hasPolicies || isOurs
      ? say('We asked for more home insurance quotes for you. No insurance company made an offer.')
      : say('{who} asked us to get home insurance quotes for you. No insurance company made an offer.', {
          who: capitalized(referrer(referredBy)),
        }),
    hasPolicies
      ? say('You have no new coverage from this. The policies you have with us don’t change.')
      : say('You have no new coverage. Keep the coverage you have.'),
    say('Sign in to see the reasons and to check your answers. If you have questions, {contact}.', {
      contact,
    }),
  ],
  facts: [
    [say('For'), say('Home insurance')],
    ...(isOurs ? [] : [askedBy(referredBy)]),
    [say('Quotes'), say('None')],
  ],
  link: { label: say('See the reasons'), url: link },
  reason: say('You’re receiving this because {who} requested home insurance quotes for you.', {
    who: requester({ referredBy, isOurs }),
  }),
})
