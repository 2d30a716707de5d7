import type { Email } from './layout.ts'

/** `main`: the one key that each new request replaces; any other stands beside it. */
export type KeyFacts = { prefix: string; expiresAt: Date; rotated: boolean; main: boolean }

const whatHappened = ({ prefix, rotated, main }: KeyFacts): string => {
  if (rotated)
    return `A new operator key that starts with ${prefix} replaced the one before. The old key stopped working at once.`
  return main
    ? `An operator key that starts with ${prefix} was issued to this address.`
    : `A further operator key that starts with ${prefix} was issued to an agent, with a code that was mailed to this address. Your other keys stay as they are.`
}

export const keyIssuedEmail = (to: string, facts: KeyFacts): Email => ({
  to,
  subject: facts.rotated ? 'Your Bindery operator key was replaced' : 'Your Bindery operator key was issued',
  paragraphs: [
    whatHappened(facts),
    `It is good until ${facts.expiresAt.toISOString().slice(0, 10)}. Keep it on your server, never in a browser, an app or a prompt that a customer can see.`,
  ],
  reason: `You get this mail each time a key is issued or replaced. If it was not you, ${
    facts.main ? 'request a new key at once: that stops this one.' : 'revoke it on your dashboard at once.'
  }`,
})
