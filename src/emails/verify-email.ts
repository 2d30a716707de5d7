import { capitalized, type Email, greeting } from './layout.ts'

export type VerifyFacts = { firstName: string; link: string; product: string; submits: boolean }

export const verifyEmail = (to: string, { firstName, link, product, submits }: VerifyFacts): Email => ({
  to,
  subject: `Is this your ${product} application?`,
  paragraphs: [
    greeting(firstName),
    submits
      ? `Your assistant has filled in an application for ${product} with your email, and says that you agreed to it. Open the link to confirm that it’s yours. We then ask insurance companies for quotes. Until you do, we ask no one, no one checks your credit, and nothing is bought.`
      : `An assistant is filling in an application for ${product} with your email. Open the link to confirm that it’s yours and continue. Until you do, no one checks your credit and nothing is bought.`,
    'The link works once and expires in 24 hours.',
  ],
  facts: [
    ['For', capitalized(product)],
    ['Filled in by', 'An assistant'],
  ],
  link: { label: 'Yes, this is mine', url: link },
  reason:
    'You’re receiving this because someone entered your email. If it wasn’t you or your assistant, ignore this email. The application can’t continue without you, and we’ll delete it.',
})
