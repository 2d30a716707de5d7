import { askedBy, type Email, greeting, referrer, say } from '../layout.ts'
import { descriptionWords, type PaymentDescription } from '../rules/payment-description.ts'

export type UmbrellaPaymentFacts = {
  firstName: string
  amount: string
  description: PaymentDescription
  payBy: string | null
  link: string
  after: 'documents' | 'purchase' | 'failed_payment'
  contact: string
  referredBy: string | null
}

const whatHappened = ({ after, amount, contact }: UmbrellaPaymentFacts): string[] => {
  switch (after) {
    case 'documents':
      return [
        say(
          'Your documents are approved. The last step is a payment of {amount}. We’ll order your policy once we receive it.',
          { amount },
        ),
      ]
    case 'purchase':
      return [
        say('The next step is a payment of {amount}. We’ll order your policy once we receive it.', {
          amount,
        }),
      ]
    case 'failed_payment':
      return [
        say(
          'Your payment of {amount} did not go through, so your policy is not ordered and you’re not covered by it. If you still want it, pay the new invoice below. The earlier invoice no longer counts.',
          { amount },
        ),
        say('If you don’t want this policy, don’t pay. To end the purchase, {contact}.', { contact }),
      ]
  }
}

export const umbrellaPaymentEmail = (to: string, facts: UmbrellaPaymentFacts): Email => {
  const { firstName, amount, description, payBy, link, after, referredBy } = facts
  return {
    to,
    subject:
      after === 'failed_payment'
        ? say('Your payment did not go through')
        : say('Your umbrella policy: payment needed'),
    paragraphs: [
      greeting(firstName),
      ...whatHappened(facts),
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
    reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
      who: referrer(referredBy),
    }),
  }
}
