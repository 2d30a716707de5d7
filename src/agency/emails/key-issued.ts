import { longDate } from '../../platform/language/long-date.ts'
import type { Email } from './layout.ts'

export type KeyFacts = {
  prefix: string
  expiresAt: Date
  rotated: boolean
  main: boolean
  name: string | null
  notYet: string | null
}

const whatHappened = ({ prefix, rotated, main, name }: KeyFacts): string => {
  if (rotated)
    return `A new operator key that starts with ${prefix} replaced your previous key. The old key no longer works.`
  if (name !== null)
    return `Your main key was used to create an additional key that starts with ${prefix}. Your other keys still work.`
  return main
    ? `An operator key that starts with ${prefix} was issued to your email.`
    : `An agent used a code we emailed you to get an additional operator key, which starts with ${prefix}. Your other keys still work.`
}

export const keyIssuedEmail = (to: string, facts: KeyFacts): Email => ({
  to,
  subject: facts.rotated ? 'Your operator key was replaced' : 'Your operator key was issued',
  paragraphs: [
    whatHappened(facts),
    `It expires on ${longDate(facts.expiresAt)} (UTC). Keep it on your server. Never put it in a browser, an app, or a prompt that a customer can see.`,
    ...(facts.notYet === null ? [] : [facts.notYet]),
  ],
  facts: [
    ['Key', `${facts.prefix}…`],
    ['Works until', `${longDate(facts.expiresAt)} (UTC)`],
  ],
  reason: `We send this email each time a key is issued or replaced. If you didn’t ask for it, ${
    facts.main ? 'request a new key now, which stops this one.' : 'revoke it now on your dashboard.'
  }`,
})
