import { type Email, type EmailFact, greeting, say } from './layout.ts'

export type HeldFacts = {
  firstName: string
  link: string
  carriers: readonly {
    carrier: string
    kind: 'blocked' | 'info_requested'
    /** Why we did not send the order, and until when. */
    stopped?: string
    home?: string
  }[]
  money_back: string | null
}

const held = ({ carrier, kind, stopped }: HeldFacts['carriers'][number]): string => {
  if (kind === 'info_requested')
    return say(
      '{carrier} needs something from you before it issues the policy you signed for. You’re not covered by it until it’s issued. Sign in to see what it needs.',
      { carrier },
    )
  return stopped !== undefined
    ? say(
        'We did not send your order to {carrier}, so it doesn’t cover you, and you don’t owe anything for it. {reason} Keep the coverage you have.',
        { carrier, reason: stopped },
      )
    : say(
        '{carrier} did not issue the policy you signed for. It doesn’t cover you, and you don’t owe anything for it. Sign in to see why and to choose another quote.',
        { carrier },
      )
}

const factOf = ({ carrier, kind, home }: HeldFacts['carriers'][number]): EmailFact => [
  home === undefined ? carrier : `${carrier}, ${home}`,
  kind === 'blocked' ? say('Policy not issued') : say('Needs something from you'),
]

/** The reason is shown only in the portal, because the carrier's words may be personal. */
export const bindHeldEmail = (to: string, { firstName, link, carriers, money_back }: HeldFacts): Email => ({
  to,
  subject: carriers.some(({ kind }) => kind === 'blocked')
    ? say('Your home insurance policy was not issued')
    : say('Your home insurance policy is not issued yet'),
  paragraphs: [
    greeting(firstName),
    ...new Set(carriers.map(held)),
    ...(money_back === null ? [] : [money_back]),
    say('Keep the coverage you have.'),
  ],
  facts: carriers.map(factOf),
  link: { label: say('Sign in to continue'), url: link },
  reason: say('You’re receiving this because you signed for this policy.'),
})
