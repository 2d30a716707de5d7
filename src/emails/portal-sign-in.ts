import type { Email } from './layout.ts'

export type SignInFacts = { firstName: string; link: string; referredBy: string | null }

export const portalSignInEmail = (to: string, { firstName, link, referredBy }: SignInFacts): Email => ({
  to,
  subject: 'Your link to sign in',
  paragraphs: [
    firstName === '' ? 'Hello,' : `Hello ${firstName},`,
    'Here is the link to your home insurance application. It works once, within 15 minutes. If it has run out, the page behind it sends you a new one.',
  ],
  link: { label: 'Sign in', url: link },
  reason: `You get this mail because somebody entered your address where one signs in to an application that ${referredBy ?? 'a business you work with'} started for you. If it was not you, do nothing: without this mail nobody gets in.`,
})
