import { askedBy, type Email, greeting, referrer } from '../layout.ts'
import { descriptionWords } from '../rules/payment-description.ts'
import { say } from '../rules/say.ts'

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
  subject: say('Your umbrella policy: payment needed'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your documents are approved. The last step is a payment of {amount}. We’ll order your policy once we receive it.',
      { amount },
    ),
    say('The link below shows how to pay. We’ll never ask for your card number by email or phone.'),
  ],
  facts: [[say('Amount due'), amount], [say('For'), descriptionWords(description)], askedBy(referredBy)],
  link: { label: say('See how to pay'), url: link },
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})
