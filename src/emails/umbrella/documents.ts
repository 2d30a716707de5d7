import { askedBy, type Email, greeting, referrer } from '../layout.ts'

export type UmbrellaDocumentsFacts = {
  firstName: string
  carrier: string
  /** Why earlier documents were not accepted. Empty the first time. */
  reasons: readonly string[]
  link: string
  referredBy: string | null
}

export const umbrellaDocumentsEmail = (
  to: string,
  { firstName, carrier, reasons, link, referredBy }: UmbrellaDocumentsFacts,
): Email => ({
  to,
  subject: 'Your umbrella policy: documents needed',
  paragraphs: [
    greeting(firstName),
    reasons.length === 0
      ? `${carrier} needs to see the policies that your umbrella adds to. Send their declarations pages with the link below.`
      : `A document was not accepted. ${reasons.join(' ')} Send it again with the link below.`,
    'A PDF or a clear photo is enough. The link works for seven days.',
  ],
  facts: [
    ['Insurance company', carrier],
    ['Your purchase', 'On hold until we have them'],
    askedBy(referredBy),
  ],
  link: { label: 'Send your documents', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} is buying this policy for you at your request.`,
})
