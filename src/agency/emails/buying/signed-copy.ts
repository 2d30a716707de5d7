import { type Email, greeting, say } from '../layout.ts'

export type SignedCopy = {
  firstName: string
  signed_name: string
  signed_at: string
  contact: string
  offers: readonly { carrier: string; price: string; isChosen: boolean }[]
  answers: readonly { title: string; answers: readonly { label: string; value: string }[] }[]
  /** The words agreed to, as they were read. */
  texts: readonly string[]
}

const offerWords = ({ carrier, price, isChosen }: SignedCopy['offers'][number]): string =>
  isChosen
    ? say('You chose {carrier}, {price} a year.', { carrier, price })
    : say('You did not choose {carrier}, {price} a year.', { carrier, price })

export const signedCopyEmail = (
  to: string,
  { firstName, signed_name, signed_at, contact, offers, answers, texts }: SignedCopy,
): Email => ({
  to,
  subject: say('Your copy of what you signed'),
  paragraphs: [
    greeting(firstName),
    say('You signed as {name} on {moment}. Keep this copy. If you did not sign, {contact}.', {
      name: signed_name,
      moment: signed_at,
      contact,
    }),
    ...offers.map(offerWords),
    say('What you read and agreed to:'),
    ...texts.flatMap(text => text.split('\n\n')),
    say('The application you signed, in English as insurance companies get it:'),
  ],
  facts: answers.flatMap(group =>
    group.answers.map(({ label, value }) => [`${group.title}: ${label}`, value] as const),
  ),
  reason: say(
    'You’re receiving this because you signed an application for insurance with this email address.',
  ),
})
