import type { Email } from './layout.ts'

export type FixIssuesFacts = { firstName: string; link: string; referredBy: string | null }

export const fixIssuesEmail = (to: string, { firstName, link, referredBy }: FixIssuesFacts): Email => ({
  to,
  subject: 'A few answers are missing for your home insurance quotes',
  paragraphs: [
    firstName === '' ? 'Hello,' : `Hello ${firstName},`,
    `${referredBy ?? 'A business you work with'} started a home insurance application for you. A few answers that only you can give are still missing. Sign in to add them; then carriers can be asked for quotes.`,
  ],
  link: { label: 'Finish your answers', url: link },
  reason: `You get this mail because ${referredBy ?? 'a business you work with'} asked us to send it. Nothing is bought until you sign. If you do not know about this, do nothing.`,
})
