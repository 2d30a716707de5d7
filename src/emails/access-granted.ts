import type { Email } from './layout.ts'

export type GrantFacts = { client: string; where: string; scopes: readonly string[] }

export const accessGrantedEmail = (to: string, { client, where, scopes }: GrantFacts): Email => ({
  to,
  subject: `${client} can now use Bindery for you`,
  paragraphs: [
    `You gave “${client}” (${where}) access to Bindery on your behalf. Here is what it can do:`,
    ...scopes.map(scope => `• ${scope}`),
    'You can end its access at any time on the key page of your dashboard.',
  ],
  reason:
    'We send this email each time you connect an app. If you didn’t connect it, end its access now on your dashboard.',
})
