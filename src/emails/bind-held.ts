import { type Email, type EmailFact, greeting } from './layout.ts'

export type HeldFacts = {
  firstName: string
  link: string
  carriers: readonly { carrier: string; kind: 'blocked' | 'info_requested'; stopped?: boolean }[]
  /** What happens to money that was paid or held. */
  money_back: string | null
}

const held = ({ carrier, kind, stopped }: HeldFacts['carriers'][number]): string => {
  if (kind === 'info_requested')
    return `${carrier} needs something from you before it issues the policy you signed for. Sign in to see what it needs.`
  return stopped
    ? `We did not send your order to ${carrier}, because new policies are paused. You don’t owe anything for it. Sign in to see until when.`
    : `${carrier} did not issue the policy you signed for. You don’t owe anything for it. Sign in to see why and to choose another quote.`
}

const factOf = ({ carrier, kind }: HeldFacts['carriers'][number]): EmailFact => [
  carrier,
  kind === 'blocked' ? 'Policy not issued' : 'Needs something from you',
]

/** The reason is shown only in the portal, because the carrier's words may be personal. */
export const bindHeldEmail = (to: string, { firstName, link, carriers, money_back }: HeldFacts): Email => ({
  to,
  subject: 'Your insurance is not bound yet',
  paragraphs: [greeting(firstName), ...carriers.map(held), ...(money_back === null ? [] : [money_back])],
  facts: carriers.map(factOf),
  link: { label: 'Sign in to continue', url: link },
  reason: 'You’re receiving this because you signed for this policy.',
})
