import { safeName } from '../../platform/values/safe-name.ts'
import type { Email } from './layout.ts'

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
