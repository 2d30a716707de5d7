import { longDate } from '../../platform/language/language.ts'
import { safeName } from '../../platform/values/safe-name.ts'
import type { Email } from './layout.ts'

export const keyCodeEmail = (to: string, code: string): Email => ({
  to,
  subject: 'Your code for an operator key',
  paragraphs: [
    'Use this code to sign in to your dashboard, or to get an operator key for our insurance API. A new key works for one year and replaces the one you have, which stops at once. Signing in replaces nothing. The code works once and expires in 10 minutes.',
  ],
  code,
  reason:
    'You’re receiving this because someone tried to sign in or get an operator key with your email. If it wasn’t you, ignore this email. Nothing happens without the code.',
})

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

export const keyExpiringEmail = (
  to: string,
  prefix: string,
  { days, expiresAt }: { days: number; expiresAt: Date },
): Email => ({
  to,
  subject: `Your operator key expires in ${days === 1 ? '1 day' : `${days} days`}`,
  paragraphs: [
    `The operator key that starts with ${prefix} stops working on ${longDate(expiresAt)} (UTC).`,
    'Before then, replace it with POST /api/agent/key/rotate or on the key page of your dashboard. The new key works for a year.',
  ],
  facts: [
    ['Key', `${prefix}…`],
    ['Stops working on', `${longDate(expiresAt)} (UTC)`],
  ],
  reason: 'We send this email 30 days and 7 days before a key expires.',
})

const GIVES = {
  access_token: 'The code gives the agent access for up to two hours.',
  api_key: 'The code gives the agent its own operator key, which works for one year or until you revoke it.',
}

type Facts = { code: string; link: string; gives: keyof typeof GIVES }

export const agentClaimEmail = (to: string, { code, link, gives }: Facts): Email => ({
  to,
  subject: 'An AI agent asks to use your account',
  paragraphs: [
    'An AI agent gave us your email and asked to act for you here, with our insurance API. If you started this agent, give it the code below. The code works once and expires in 10 minutes.',
    GIVES[gives],
  ],
  code,
  link: { label: 'Or review the request', url: link },
  reason:
    'You’re receiving this because an agent asked for access with your email. If you didn’t start it, ignore this email and don’t share the code. The agent gets no access without it.',
})

export type GrantFacts = { client: string; where: string; scopes: readonly string[] }

const quoted = (client: string): string => {
  const name = safeName(client)
  return name === null ? 'an app' : `“${name}”`
}

export const accessGrantedEmail = (to: string, { client, where, scopes }: GrantFacts): Email => ({
  to,
  subject: `${safeName(client) ?? 'An app'} can now use your account`,
  paragraphs: [
    `You gave ${quoted(client)} (${where}) access to your account. Here is what it can do:`,
    ...scopes.map(scope => `• ${scope}`),
    'You can end its access at any time on the key page of your dashboard.',
  ],
  reason:
    'We send this email each time you connect an app. If you didn’t connect it, end its access now on your dashboard.',
})
