import { type Email, greeting } from '../layout.ts'
import { say } from '../rules/say.ts'

export type WithdrawnFacts = { firstName: string; contact: string; hasPolicies: boolean }

export const withdrawnEmail = (to: string, { firstName, contact, hasPolicies }: WithdrawnFacts): Email => ({
  to,
  subject: say('You withdrew your application'),
  paragraphs: [
    greeting(firstName),
    hasPolicies
      ? say(
          'You withdrew the rest of your application for home insurance. Policies that were issued stay in force.',
        )
      : say('You withdrew your application for home insurance. You bought nothing and owe nothing.'),
    say('We’ve stopped contacting insurance companies, and your quotes are void.'),
    say('If you didn’t do this, {contact}.', { contact }),
  ],
  reason: say('You’re receiving this because this application has your email address.'),
})
