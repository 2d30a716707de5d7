import { type Email, greeting } from '../layout.ts'
import { say } from '../rules/say.ts'

export type ChangedFacts = {
  firstName: string
  agency: string
  contact: string
}

export const oldAddressEmail = (to: string, { firstName, contact }: ChangedFacts): Email => ({
  to,
  subject: say('Your email address was changed'),
  paragraphs: [
    greeting(firstName),
    say(
      'The email address on your insurance application was changed. From now on, emails about it go to the new address, and links sent to this one have stopped working.',
    ),
    say('If you didn’t ask for this, {contact} right away.', { contact }),
  ],
  reason: say('You’re receiving this because this address was on the application until now.'),
})

export const newAddressEmail = (
  to: string,
  { firstName, agency, contact, link }: ChangedFacts & { link: string | null },
): Email => ({
  to,
  subject: say('Confirm your email address'),
  paragraphs: [
    greeting(firstName),
    say('{agency} changed the email address on your insurance application to this one.', { agency }),
    link === null
      ? say(
          'The next time you open your application, we’ll email a code to this address. Entering it confirms that the address is yours.',
        )
      : say('Sign in to confirm that it’s yours and to continue your application.'),
    say('If this application isn’t yours, {contact}.', { contact }),
  ],
  ...(link !== null && { link: { label: say('Sign in'), url: link } }),
  reason: say('You’re receiving this because this address was entered on an insurance application.'),
})
