import type { Email } from './layout.ts'

export type HeldFacts = {
  firstName: string
  link: string
  carriers: readonly { carrier: string; kind: 'blocked' | 'info_requested' }[]
}

/** Why is told in the portal: the carrier's words may be about the person. */
export const bindHeldEmail = (to: string, { firstName, link, carriers }: HeldFacts): Email => ({
  to,
  subject: 'Your insurance is not bound yet',
  paragraphs: [
    `Hello ${firstName},`,
    ...carriers.map(({ carrier, kind }) =>
      kind === 'blocked'
        ? `${carrier} has not issued the policy that you signed for. You owe nothing for it. Sign in to read why and to choose another offer.`
        : `${carrier} asks for something before it issues the policy that you signed for. Sign in to read what.`,
    ),
  ],
  link: { label: 'Go on', url: link },
  reason: 'You get this mail because you signed for this insurance.',
})
