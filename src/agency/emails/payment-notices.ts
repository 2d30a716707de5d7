import { longDate } from '../../platform/language/language.ts'
import { type Email, greeting, say } from './layout.ts'
import { descriptionWords, type PaymentDescription } from './rules/payment-description.ts'

type About = { firstName: string; amount: string; description: PaymentDescription; reference: string }

const reason = (): string => say('You’re receiving this because you’re buying this policy through us.')

const howToPay = (): string =>
  say('The link below shows how to pay. We’ll never ask for your card number by email or phone.')

export const paymentReceivedEmail = (
  to: string,
  { firstName, amount, description, reference, link }: About & { link: string },
): Email => ({
  to,
  subject: say('We received your payment'),
  paragraphs: [
    greeting(firstName),
    say('We received {amount} for: {description}. The reference number is {reference}.', {
      amount,
      description: descriptionWords(description),
      reference,
    }),
    say('You can download your receipt with the link below.'),
  ],
  link: { label: say('See your receipt'), url: link },
  reason: reason(),
})

export const paymentDueEmail = (
  to: string,
  {
    firstName,
    amount,
    description,
    reference,
    link,
    due_on,
  }: About & { link: string; due_on: string | null },
): Email => ({
  to,
  subject: say('Payment due for your policy'),
  paragraphs: [
    greeting(firstName),
    due_on === null
      ? say('{amount} is due for: {description}. The reference number is {reference}.', {
          amount,
          description: descriptionWords(description),
          reference,
        })
      : say('{amount} is due by {day} for: {description}. The reference number is {reference}.', {
          amount,
          day: longDate(due_on),
          description: descriptionWords(description),
          reference,
        }),
    howToPay(),
  ],
  link: { label: say('See how to pay'), url: link },
  reason: reason(),
})

export const paymentFailedEmail = (
  to: string,
  { firstName, amount, description, reference, link }: About & { link: string },
): Email => ({
  to,
  subject: say('Your payment did not go through'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your payment of {amount} for: {description} did not go through. The policy is issued, so the amount is still due. The reference number is {reference}.',
      { amount, description: descriptionWords(description), reference },
    ),
    howToPay(),
  ],
  link: { label: say('See how to pay'), url: link },
  reason: reason(),
})

export const paymentReturnedEmail = (
  to: string,
  { firstName, amount, description, reference, contact }: About & { contact: string },
): Email => ({
  to,
  subject: say('Your payment came back'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your payment of {amount} for: {description} came back unpaid, so we don’t have the money. The reference number is {reference}.',
      { amount, description: descriptionWords(description), reference },
    ),
    say(
      'Your policy is not issued yet. If it’s issued, we’ll email you a new invoice. If you have a question, {contact}.',
      { contact },
    ),
  ],
  reason: reason(),
})

export const invoiceClosedEmail = (
  to: string,
  { firstName, amount, description, reference, contact }: About & { contact: string },
): Email => ({
  to,
  subject: say('We closed an unpaid invoice'),
  paragraphs: [
    greeting(firstName),
    say(
      'We closed the invoice of {amount} for: {description}. We didn’t receive a payment for it, so our books still show it as owed. The reference number is {reference}.',
      { amount, description: descriptionWords(description), reference },
    ),
    say('Don’t pay it with the old link. If you have a question, {contact}.', { contact }),
  ],
  reason: reason(),
})

export const refundSentEmail = (
  to: string,
  {
    firstName,
    amount,
    description,
    reference,
    isCanceled,
    isVoid = false,
    isByHand,
  }: About & { isCanceled: boolean; isVoid?: boolean; isByHand: boolean },
): Email => ({
  to,
  subject: say('Your refund is on its way'),
  paragraphs: [
    greeting(firstName),
    say('We sent {amount} back to you for: {description}. The reference number is {reference}.', {
      amount,
      description: descriptionWords(description),
      reference,
    }),
    ...(isCanceled
      ? [
          isVoid
            ? say('This is the premium that is returned to you because the policy never took effect.')
            : say('This is the premium that is returned to you because the policy ended early.'),
        ]
      : []),
    ...(isByHand
      ? []
      : [
          say(
            'It goes back to the card or bank account that you paid with. Your bank can take several days to show it.',
          ),
        ]),
  ],
  reason: reason(),
})

export const refundFailedEmail = (
  to: string,
  { firstName, amount, description, reference, contact }: About & { contact: string },
): Email => ({
  to,
  subject: say('We could not send your refund'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your bank returned the refund of {amount} for: {description}. The reference number is {reference}.',
      {
        amount,
        description: descriptionWords(description),
        reference,
      },
    ),
    say('We still owe you this money and will send it another way. To tell us how, {contact}.', { contact }),
  ],
  reason: reason(),
})

export const moneyBackWords = ({
  released_cents,
  refund_cents,
  usd,
}: {
  released_cents: number
  refund_cents: number
  usd: (cents: number) => string
}): string | null => {
  if (refund_cents > 0)
    return say('You paid for it, so we’re refunding {amount}. We’ll email you when it’s sent.', {
      amount: usd(refund_cents),
    })
  return released_cents > 0
    ? say(
        'You were not charged. We released the authorization of {amount}; your bank can take a few days to show that.',
        { amount: usd(released_cents) },
      )
    : null
}
