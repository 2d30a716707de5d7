import { capitalized } from '../../platform/lib/name-words.ts'
import { type Email, greeting, type Requester, referrer } from './layout.ts'
import { say } from './rules/say.ts'

export type BuyerCodeFacts = Requester & { firstName: string; code: string }

export const buyerCodeEmail = (
  to: string,
  { firstName, code, referredBy, isOurs = false }: BuyerCodeFacts,
): Email => ({
  to,
  subject: say('Your code for your umbrella insurance application'),
  paragraphs: [
    greeting(firstName),
    isOurs
      ? say(
          'We started an umbrella insurance application for you. Enter this code on its page to read and confirm it. The code works once and expires in 10 minutes.',
        )
      : say(
          '{who} asked us to get umbrella insurance quotes for you. Enter this code on the page of your application to read and confirm it. The code works once and expires in 10 minutes.',
          { who: capitalized(referrer(referredBy)) },
        ),
    say('Don’t give it to anyone, not even to your agent. It tells us that it’s you.'),
  ],
  code,
  reason: say(
    'You’re receiving this because someone opened your umbrella insurance application and entered your email. If it wasn’t you, ignore this email. No one can open the application without the code.',
  ),
})
