import { askedBy, type Email, greeting, longDate, referrer } from '../layout.ts'

export type UmbrellaSignatureFacts = {
  firstName: string
  carrier: string
  price: string
  effective_date: string
  /** What is due, how it is paid and to whom. */
  payment: readonly string[]
  link: string
  referredBy: string | null
}

export const umbrellaSignatureEmail = (to: string, facts: UmbrellaSignatureFacts): Email => {
  const { firstName, carrier, price, effective_date, payment, link, referredBy } = facts
  return {
    to,
    subject: 'Your umbrella policy: sign to buy it',
    paragraphs: [
      greeting(firstName),
      `${carrier} needs your own signature for your umbrella policy.`,
      'The link below shows what you’d buy and works for seven days. You don’t buy anything until you sign.',
      ...(payment.length > 0 ? [payment.join(' ')] : []),
    ],
    facts: [
      ['Insurance company', carrier],
      ['Price', `${price} a year`],
      ['Would start on', longDate(effective_date)],
      askedBy(referredBy),
    ],
    link: { label: 'Read and sign', url: link },
    reason: `You’re receiving this because ${referrer(referredBy)} told us that you want to buy this policy.`,
  }
}
