import { longDate } from '../../platform/language/language.ts'
import { capitalized } from '../../platform/lib/name-words.ts'
import { askedBy, type Email, greeting, type Requester, referrer, say } from './layout.ts'

export type FixIssuesFacts = Requester & { firstName: string; link: string }

const signsIn = (): string =>
  say(
    'This link signs you in. It works once, for 24 hours. If it has expired, open it anyway and we’ll send you a new one.',
  )

const asksFor = (
  to: string,
  { referredBy, isOurs = false }: Requester,
  { leftToDo, ...words }: Pick<Email, 'subject' | 'paragraphs' | 'link'> & { leftToDo: string },
): Email => ({
  to,
  ...words,
  facts: [
    [say('For'), say('Home insurance quotes')],
    ...(isOurs ? [] : [askedBy(referredBy)]),
    [say('Left to do'), leftToDo],
  ],
  reason: say(
    'You’re receiving this because {who} asked us to email you. Nothing is bought until you sign. If you don’t recognize this, you can ignore it.',
    { who: referrer(referredBy) },
  ),
})

export const missingAnswersEmail = (to: string, { firstName, link, ...asking }: FixIssuesFacts): Email =>
  asksFor(to, asking, {
    subject: say('A few answers are missing for your home insurance quotes'),
    paragraphs: [
      greeting(firstName),
      asking.isOurs
        ? say(
            'We started a home insurance application for you. We still need a few answers that only you can give. Sign in to add them, and we’ll get your quotes.',
          )
        : say(
            '{who} started a home insurance application for you. We still need a few answers that only you can give. Sign in to add them, and we’ll get your quotes.',
            { who: capitalized(referrer(asking.referredBy)) },
          ),
      signsIn(),
    ],
    leftToDo: say('A few answers'),
    link: { label: say('Finish your answers'), url: link },
  })

export const missingAuthorizationEmail = (
  to: string,
  { firstName, link, ...asking }: FixIssuesFacts,
): Email =>
  asksFor(to, asking, {
    subject: say('One step left for your home insurance quotes'),
    paragraphs: [
      greeting(firstName),
      asking.isOurs
        ? say(
            'We started a home insurance application for you, and all its questions are answered. We still need your authorization. Sign in to read it and to check the answers. If you agree, we’ll get your quotes.',
          )
        : say(
            '{who} started a home insurance application for you, and all its questions are answered. We still need your authorization. Sign in to read it and to check the answers. If you agree, we’ll get your quotes.',
            { who: capitalized(referrer(asking.referredBy)) },
          ),
      signsIn(),
    ],
    leftToDo: say('Your authorization'),
    link: { label: say('Check your answers'), url: link },
  })

type OtherQuotesFacts = { firstName: string; link: string; carrier: string; due_on: string }

export const otherQuotesEmail = (
  to: string,
  { firstName, link, carrier, due_on }: OtherQuotesFacts,
): Email => {
  const day = longDate(due_on)
  return {
    to,
    subject: say('Get new quotes before your policy ends on {day}', { day }),
    paragraphs: [
      greeting(firstName),
      say('Your policy from {carrier} ends on {day} at 12:01 a.m.', { carrier, day }),
      say(
        'We’ve started a new application from your earlier answers, so that other insurance companies can quote. Sign in to authorize it and check your answers.',
      ),
      say('Your current policy stays as it is. Nothing is bought until you sign.'),
      signsIn(),
    ],
    facts: [
      [say('For'), say('Home insurance quotes')],
      [say('Ends on'), day],
    ],
    link: { label: say('Check your answers'), url: link },
    reason: say('You’re receiving this because this policy was bought through us.'),
  }
}
