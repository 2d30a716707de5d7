import { askedBy, type Email, greeting, referrer } from '../layout.ts'

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
  subject: 'Your umbrella policy: payment needed',
  paragraphs: [
    greeting(firstName),
    `Your documents are approved. The last step is a payment of ${amount}. We’ll order your policy once we receive it.`,
    'The link below shows how to pay. We’ll never ask for your card number by email or phone.',
  ],
  facts: [['Amount due', amount], ['For', description], askedBy(referredBy)],
  link: { label: 'See how to pay', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} is buying this policy for you at your request.`,
})
