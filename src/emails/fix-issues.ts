import { capitalized } from '../lib/capitalized.ts'
import { askedBy, type Email, greeting, referrer } from './layout.ts'
import { say } from './rules/say.ts'

export type FixIssuesFacts = { firstName: string; link: string; referredBy: string | null }

export const missingAnswersEmail = (to: string, { firstName, link, referredBy }: FixIssuesFacts): Email => ({
  to,
  subject: say('A few answers are missing for your home insurance quotes'),
  paragraphs: [
    greeting(firstName),
    say(
      '{who} started a home insurance application for you. We still need a few answers that only you can give. Sign in to add them, and we’ll get your quotes.',
      { who: capitalized(referrer(referredBy)) },
    ),
    say(
      'This link signs you in. It works once, for 24 hours. If it has expired, open it anyway and we’ll send you a new one.',
    ),
  ],
  facts: [
    [say('For'), say('Home insurance quotes')],
    askedBy(referredBy),
    [say('Left to do'), say('A few answers')],
  ],
  link: { label: say('Finish your answers'), url: link },
  reason: say(
    'You’re receiving this because {who} asked us to email you. Nothing is bought until you sign. If you don’t recognize this, you can ignore it.',
    { who: referrer(referredBy) },
  ),
})
