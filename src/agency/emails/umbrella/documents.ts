import { longDate } from '../../../platform/language/language.ts'
import { askedBy, type Email, greeting, referrer, say, sayKnown } from '../layout.ts'

export type UmbrellaDocumentsFacts = {
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
