import { type Email, greeting, requester, say } from './layout.ts'
import type { OffersFacts } from './offers-ready.ts'

export type AddedFacts = OffersFacts & {
  added: number
  isCheaper: boolean
  isSurplus: boolean
  isComplete: boolean
}

const news = ({ added, isCheaper }: AddedFacts): string => {
  if (isCheaper)
    return say(
      '{added, plural, one {Another insurance company has} other {More insurance companies have}} answered, with a lower price than your other quotes.',
      { added },
    )
  return say(
    '{added, plural, one {Another insurance company has} other {More insurance companies have}} answered.',
    { added },
  )
}

export const offersAddedEmail = (to: string, facts: AddedFacts): Email => ({
  to,
  subject:
    facts.isCheaper && !facts.isSurplus
      ? say('A lower price for your home insurance')
      : say('More quotes for your home insurance'),
  paragraphs: [
    greeting(facts.firstName),
    [
      news(facts),
      say('Sign in to compare all your quotes.'),
      ...(facts.isComplete ? [say('Every company we asked has now answered.')] : []),
    ].join(' '),
    ...(facts.isSurplus
      ? [
          say(
            'The lower price is from a surplus lines insurer: it is not admitted in your state, the state does not approve its prices and forms, and the state’s guaranty fund does not pay if it fails.',
          ),
        ]
      : []),
    say('If you’ve already chosen a quote, your choice stays as it is unless you change it.'),
  ],
  link: { label: say('See your quotes'), url: facts.link },
  reason: say(
    'You’re receiving this because {who} requested home insurance quotes for you. Nothing is bought until you sign.',
    { who: requester(facts) },
  ),
})
