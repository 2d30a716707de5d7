import type { Email } from './layout.ts'

export type VerifyFacts = { firstName: string; link: string; product: string }

export const verifyEmail = (to: string, { firstName, link, product }: VerifyFacts): Email => ({
  to,
  subject: `Is this your ${product} application?`,
  paragraphs: [
    firstName === '' ? 'Hello,' : `Hello ${firstName},`,
    `An assistant is filling in a ${product} application with your address. Open the link to say that it is yours and to go on. Until you do, no credit is looked at and nothing is bought.`,
    'The link works once, within a day.',
  ],
  link: { label: 'Yes, this is mine', url: link },
  reason:
    'You get this mail because somebody entered your address. If it was not you or your assistant, do nothing: without this link the application goes nowhere and is erased.',
})
