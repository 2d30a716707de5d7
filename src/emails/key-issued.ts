import type { Email } from './layout.ts'

export type KeyFacts = { prefix: string; expiresAt: Date; rotated: boolean }

export const keyIssuedEmail = (to: string, { prefix, expiresAt, rotated }: KeyFacts): Email => ({
  to,
  subject: rotated ? 'Your Bindery operator key was replaced' : 'Your Bindery operator key was issued',
  paragraphs: [
    rotated
      ? `A new operator key that starts with ${prefix} replaced the one before. The old key stopped working at once.`
      : `An operator key that starts with ${prefix} was issued to this address.`,
    `It is good until ${expiresAt.toISOString().slice(0, 10)}. Keep it on your server, never in a browser, an app or a prompt that a customer can see.`,
  ],
  reason:
    'You get this mail each time a key is issued or replaced. If it was not you, request a new key at once: that stops this one.',
})
