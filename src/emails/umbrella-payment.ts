import type { Email } from './layout.ts'

export type UmbrellaPaymentFacts = {
  firstName: string
  amount: string
  description: string
  link: string
  referredBy: string | null
}

export const umbrellaPaymentEmail = (
  to: string,
  { firstName, amount, description, link, referredBy }: UmbrellaPaymentFacts,
): Email => ({
  to,
  subject: 'One step left for your umbrella policy: the payment',
  paragraphs: [
    firstName === '' ? 'Hello,' : `Hello ${firstName},`,
    `Your documents are in order. What is left is the payment of ${amount}: ${description}. The policy is issued once it has arrived.`,
    'The page behind the link says how to pay. Nobody will ask you for a card number by mail or phone.',
  ],
  link: { label: 'See how to pay', url: link },
  reason: `You get this mail because ${referredBy ?? 'a business you work with'} is buying this policy for you, as you asked.`,
})
