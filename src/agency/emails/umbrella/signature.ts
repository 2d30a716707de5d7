import { longDate } from '../../../platform/language/language.ts'
import { askedBy, type Email, greeting, referrer, say } from '../layout.ts'

export type UmbrellaSignatureFacts = {
  firstName: string
  carrier: string
  price: string
  effective_date: string
  payment: readonly string[]
  link: string
  referredBy: string | null
}

export const umbrellaSignatureEmail = (to: string, facts: UmbrellaSignatureFacts): Email => {
  const { firstName, carrier, price, effective_date, payment, link, referredBy } = facts
  return {
    to,
    subject: say('Your umbrella policy: sign to buy it'),
    paragraphs: [
      greeting(firstName),
      say('{carrier} needs your own signature for your umbrella policy.', { carrier }),
      say(
        'The link below shows what you’d buy and works for seven days. You don’t buy anything until you sign.',
      ),
      ...(payment.length > 0 ? [payment.join(' ')] : []),
    ],
    facts: [
      [say('Insurance company'), carrier],
      [say('Price'), say('{price} a year', { price })],
      [say('Would start on'), longDate(effective_date)],
      askedBy(referredBy),
    ],
    link: { label: say('Read and sign'), url: link },
    reason: say('You’re receiving this because {who} told us that you want to buy this policy.', {
      who: referrer(referredBy),
    }),
  }
}
