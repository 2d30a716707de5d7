import { longDate } from '../../../platform/language/language.ts'
import { askedBy, type Email, greeting, referrer, say, sayKnown } from '../layout.ts'
import { descriptionWords, type PaymentDescription } from '../rules/payment-description.ts'

type UmbrellaSignatureFacts = {
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

type UmbrellaDocumentsFacts = {
  firstName: string
  carrier: string
  reasons: readonly string[]
  effective_date: string | null
  link: string
  referredBy: string | null
}

export const umbrellaDocumentsEmail = (
  to: string,
  { firstName, carrier, reasons, effective_date, link, referredBy }: UmbrellaDocumentsFacts,
): Email => ({
  to,
  subject: say('Your umbrella policy: documents needed'),
  paragraphs: [
    greeting(firstName),
    reasons.length === 0
      ? say(
          '{carrier} needs to see the policies that your umbrella adds to. Send their declarations pages with the link below.',
          { carrier },
        )
      : say('A document was not accepted. {reasons} Send it again with the link below.', {
          reasons: reasons.map(reason => sayKnown(reason)).join(' '),
        }),
    say('A PDF or a clear photo is enough. The link works for seven days.'),
  ],
  facts: [
    [say('Insurance company'), carrier],
    ...(effective_date === null ? [] : [[say('Would start on'), longDate(effective_date)] as const]),
    [say('Your purchase'), say('On hold until we have them')],
    askedBy(referredBy),
  ],
  link: { label: say('Send your documents'), url: link },
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})

type UmbrellaQuestionFacts = {
  firstName: string
  question: string | null
  effective_date: string | null
  link: string
  referredBy: string | null
  isRepresented: boolean
}

export const umbrellaQuestionEmail = (
  to: string,
  { firstName, question, effective_date, link, referredBy, isRepresented }: UmbrellaQuestionFacts,
): Email => ({
  to,
  subject: say('A question about your umbrella policy'),
  paragraphs: [
    greeting(firstName),
    question === null
      ? say('The insurance company needs something from you before it issues your umbrella policy.')
      : say('We need something from you before your umbrella policy can be issued: {question}', { question }),
    isRepresented
      ? say(
          'Your purchase is on hold until then. Answer with the link below, or tell {who}. We’ll continue as soon as you do.',
          { who: referrer(referredBy, say('the business that is buying the policy for you')) },
        )
      : say(
          'Your purchase is on hold until then. Answer with the link below. We’ll continue as soon as you do.',
        ),
  ],
  facts: [
    ...(effective_date === null ? [] : [[say('Would start on'), longDate(effective_date)] as const]),
    [say('Your purchase'), say('On hold until you answer')],
    askedBy(referredBy),
  ],
  link: { label: say('See what’s needed'), url: link },
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})

type UmbrellaPaymentFacts = {
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
