import { type Email, greeting, longDate } from './layout.ts'

type About = { firstName: string; amount: string; description: string; reference: string }

const REASON = 'You’re receiving this because you’re buying this policy through us.'
const NEVER = 'We’ll never ask for your card number by email or phone.'

export const paymentReceivedEmail = (
  to: string,
  { firstName, amount, description, reference, link }: About & { link: string },
): Email => ({
  to,
  subject: 'We received your payment',
  paragraphs: [
    greeting(firstName),
    `We received ${amount} for: ${description}. The reference number is ${reference}.`,
    'You can download your receipt with the link below.',
  ],
  link: { label: 'See your receipt', url: link },
  reason: REASON,
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
  subject: 'Payment due for your policy',
  paragraphs: [
    greeting(firstName),
    `${amount} is due${due_on === null ? '' : ` by ${longDate(due_on)}`} for: ${description}. The reference number is ${reference}.`,
    `The link below shows how to pay. ${NEVER}`,
  ],
  link: { label: 'See how to pay', url: link },
  reason: REASON,
})

export const paymentFailedEmail = (
  to: string,
  { firstName, amount, description, reference, link }: About & { link: string },
): Email => ({
  to,
  subject: 'Your payment did not go through',
  paragraphs: [
    greeting(firstName),
    `Your payment of ${amount} for: ${description} did not go through. The policy is issued, so the amount is still due. The reference number is ${reference}.`,
    `The link below shows how to pay. ${NEVER}`,
  ],
  link: { label: 'See how to pay', url: link },
  reason: REASON,
})

export const refundSentEmail = (to: string, { firstName, amount, description, reference }: About): Email => ({
  to,
  subject: 'Your refund is on its way',
  paragraphs: [
    greeting(firstName),
    `We sent ${amount} back to you for: ${description}. The reference number is ${reference}.`,
    'It can take your bank up to 10 business days to show it.',
  ],
  reason: REASON,
})

export const refundFailedEmail = (
  to: string,
  { firstName, amount, description, reference, contact }: About & { contact: string },
): Email => ({
  to,
  subject: 'We could not send your refund',
  paragraphs: [
    greeting(firstName),
    `Your bank returned the refund of ${amount} for: ${description}. The reference number is ${reference}.`,
    `We still owe you this money and will send it another way. To tell us how, ${contact}.`,
  ],
  reason: REASON,
})

/** What happened to the money of a purchase that was not issued, in the email that says so. */
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
    return `You paid for it, so we’re refunding ${usd(refund_cents)}. We’ll email you when it’s sent.`
  return released_cents > 0
    ? `You were not charged. We released the authorization of ${usd(released_cents)}; your bank can take a few days to show that.`
    : null
}
