import { capitalized } from '../../platform/lib/name-words.ts'
import { type Email, greeting } from './layout.ts'
import { say } from './rules/say.ts'

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
