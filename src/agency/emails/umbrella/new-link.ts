import { type Email, greeting } from '../layout.ts'
import { say } from '../rules/say.ts'

export const umbrellaNewLinkEmail = (
  to: string,
  { firstName, link }: { firstName: string; link: string },
): Email => ({
  to,
  subject: say('Your new link to your umbrella insurance application'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your earlier link has expired. This one works for seven days. When you open it, we’ll email you a code.',
    ),
  ],
  link: { label: say('Open my application'), url: link },
  reason: say(
    'You’re receiving this because someone opened an expired link to your umbrella insurance application and entered your email. If it wasn’t you, ignore this email.',
  ),
})
