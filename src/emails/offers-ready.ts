import type { Email } from './layout.ts'

export type OffersFacts = { firstName: string; link: string; referredBy: string | null }

export const offersReadyEmail = (to: string, { firstName, link, referredBy }: OffersFacts): Email => ({
  to,
  subject: 'Your home insurance quotes are ready',
  paragraphs: [
    `Hello ${firstName},`,
    'The quotes for your home are ready. Sign in to look at them, check the answers that were estimated for you, and choose.',
  ],
  link: { label: 'Look at your quotes', url: link },
  reason: `You get this mail because ${referredBy ?? 'a business you work with'} asked for home insurance quotes for you. Nothing is bought until you sign.`,
})
