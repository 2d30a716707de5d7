import { askedBy, type Email, greeting, referrer } from '../layout.ts'
import { descriptionWords } from '../rules/payment-description.ts'
import { say } from '../rules/say.ts'

export type UmbrellaPaymentFacts = {
  firstName: string
  amount: string
  description: string
  payBy: string | null
  link: string
  referredBy: string | null
}

export const umbrellaPaymentEmail = (
  to: string,
  { firstName, amount, description, payBy, link, referredBy }: UmbrellaPaymentFacts,
): Email => ({
  to,
  subject: say('Your umbrella policy: payment needed'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your documents are approved. The last step is a payment of {amount}. We’ll order your policy once we receive it.',
      { amount },
    ),
    ...(payBy === null
      ? []
      : [
          say(
            'Pay by {day} so that coverage can start that day. You’re not covered until your policy is issued.',
            { day: payBy },
          ),
        ]),
    say('The link below shows how to pay. We’ll never ask for your card number by email or phone.'),
  ],
  facts: [[say('Amount due'), amount], [say('For'), descriptionWords(description)], askedBy(referredBy)],
  link: { label: say('See how to pay'), url: link },
  reason: say('You’re receiving this because {who} is buying this policy for you at your request.', {
    who: referrer(referredBy),
  }),
})
