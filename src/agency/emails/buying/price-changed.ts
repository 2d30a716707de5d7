import { askedBy, type Email, type EmailFact, greeting, referrer, say } from '../layout.ts'

export type RepricedFacts = {
  firstName: string
  link: string
  carrier: string
  home?: string
  signed_price: string
  new_price: string
  money_back: string | null
  referredBy?: string | null
}

export const priceChangedEmail = (
  to: string,
  { firstName, link, carrier, home, signed_price, new_price, money_back, referredBy = null }: RepricedFacts,
): Email => ({
  to,
  subject:
    home === undefined
      ? say('The price changed, and nothing was bought')
      : say('The price for one of your homes changed'),
  paragraphs: [
    greeting(firstName),
    say(
      '{carrier} now charges {after} a year instead of {before}. We stopped the purchase: nothing is bought at a price you have not agreed to.',
      { carrier, after: new_price, before: signed_price },
    ),
    say('This policy doesn’t cover you. Keep the coverage you have.'),
    ...(money_back === null ? [] : [money_back]),
    say(
      'If you want the policy at the new price, choose it again and confirm the purchase once more. If not, choose another quote, or do nothing.',
    ),
  ],
  facts: [
    [say('Insurance company'), carrier],
    ...(home === undefined ? [] : [[say('Home'), home] satisfies EmailFact]),
    [say('Previous price'), say('{price} a year', { price: signed_price })],
    [say('New price'), say('{price} a year', { price: new_price })],
    ...(referredBy === null ? [] : [askedBy(referredBy)]),
  ],
  link: { label: say('See your quotes'), url: link },
  reason:
    referredBy === null
      ? say('You’re receiving this because you agreed to buy this policy.')
      : say('You’re receiving this because {who} asked us for this insurance for you.', {
          who: referrer(referredBy),
        }),
})
