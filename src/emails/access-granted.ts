import type { Email } from './layout.ts'

export type GrantFacts = { client: string; where: string; scopes: readonly string[] }

export const accessGrantedEmail = (to: string, { client, where, scopes }: GrantFacts): Email => ({
  to,
  subject: `${client} can now use Bindery for you`,
  paragraphs: [
    `You let “${client}” (${where}) use Bindery in your name. It may: ${scopes.join(' ')}`,
    'You can end this at any time on the key page of your dashboard.',
  ],
  reason: 'You get this mail each time an app is connected. If it was not you, end its access at once.',
})
