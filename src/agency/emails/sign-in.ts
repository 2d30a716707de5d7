import { capitalized } from '../../platform/lib/name-words.ts'
import { askedBy, type Email, greeting, type Requester, referrer, requester, say } from './layout.ts'

export const deskCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your agency desk sign-in code',
  paragraphs: ['Use this code to sign in to the agency desk. It works once and expires in 10 minutes.'],
  code,
  reason:
    'You’re receiving this because someone tried to sign in to the desk with your email. If it wasn’t you, tell your administrator. No one can sign in without the code.',
})

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
    say('Don’t give it to anyone, not even to your AI assistant. It tells us that it’s you.'),
  ],
  code,
  reason: say(
    'You’re receiving this because someone opened your umbrella insurance application and entered your email. If it wasn’t you, ignore this email. No one can open the application without the code.',
  ),
})

export const signInCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your sign-in code',
  paragraphs: ['Use this code to sign in. It works once and expires in 10 minutes.'],
  code,
  reason:
    'You’re receiving this because someone tried to sign in with your email. If it wasn’t you, ignore this email. No one can sign in without the code.',
})

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

export type VerifyFacts = {
  firstName: string
  link: string
  product: keyof typeof SUBJECTS
  submits: boolean
}

const SUBJECTS = {
  'home insurance': 'Is this your home insurance application?',
  'umbrella insurance': 'Is this your umbrella insurance application?',
} as const

export const verifyEmail = (to: string, { firstName, link, product: name, submits }: VerifyFacts): Email => {
  const product = say(name)
  return {
    to,
    subject: say(SUBJECTS[name]),
    paragraphs: [
      greeting(firstName),
      submits
        ? say(
            'Your assistant has filled in an application for {product} with your email, and says that you agreed to it. Open the link to confirm that it’s yours. We then ask insurance companies for quotes. Until you do, we ask no one, no one checks your credit, and nothing is bought.',
            { product },
          )
        : say(
            'An assistant is filling in an application for {product} with your email. Open the link to confirm that it’s yours and continue. Until you do, no one checks your credit and nothing is bought.',
            { product },
          ),
      say('The link works once and expires in 24 hours.'),
    ],
    facts: [
      [say('For'), capitalized(product)],
      [say('Filled in by'), say('An assistant')],
    ],
    link: { label: say('Yes, this is mine'), url: link },
    reason: say(
      'You’re receiving this because someone entered your email. If it wasn’t you or your assistant, ignore this email. The application can’t continue without you, and we’ll delete it.',
    ),
  }
}
