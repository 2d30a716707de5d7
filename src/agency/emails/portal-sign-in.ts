import { askedBy, type Email, greeting, type Requester, requester } from './layout.ts'
import { say } from './rules/say.ts'

export type SignInFacts = Requester & { firstName: string; link: string }

export const portalSignInEmail = (
  to: string,
  { firstName, link, referredBy, isOurs = false }: SignInFacts,
): Email => ({
  to,
  subject: say('Your link to sign in'),
  paragraphs: [
    greeting(firstName),
    say(
      'Use this link to sign in to your home insurance application. It works once and expires in 15 minutes. If it has expired, open it anyway and we’ll send you a new one.',
    ),
  ],
  facts: [[say('For'), say('Your home insurance application')], ...(isOurs ? [] : [askedBy(referredBy)])],
  link: { label: say('Sign in'), url: link },
  reason: say(
    'You’re receiving this because someone entered your email to sign in to an application that {who} started for you. If it wasn’t you, ignore this email. No one can sign in without it.',
    { who: requester({ referredBy, isOurs }) },
  ),
})
