import { longDate } from '../../../platform/language/language.ts'
import { type Email, type EmailFact, greeting, say } from '../layout.ts'

/** Lenders require insurance of a home, not an umbrella policy. `startsBy` null: coverage has already ended. */
export const newPolicyWords = ({ startsBy, isHome }: { startsBy: string | null; isHome: boolean }): string =>
  [
    startsBy === null
      ? say('If you still need insurance, get a new policy now.')
      : say('If you still need insurance, get a new policy that starts by {day}.', { day: startsBy }),
    ...(isHome ? [say('If a lender requires insurance, tell them about the new policy.')] : []),
  ].join(' ')

type About = {
  firstName: string
  carrier: string
  policy_number: string
  contact: string
  due_on: string
}

const reason = (): string => say('You’re receiving this because this policy was bought through us.')

const factsOf = ({ carrier, policy_number }: About): EmailFact[] => [
  [say('Insurance company'), carrier],
  [say('Policy number'), policy_number],
]

const question = ({ contact }: About): string => say('If you have a question, {contact}.', { contact })

type WithUnderlying = { underlying: { auto: string; home: string } | null }

const requiredWords = ({ auto, home }: NonNullable<WithUnderlying['underlying']>): string =>
  say(
    'When the policy was issued, it required auto liability of at least {auto} (in thousands of dollars) and home liability of at least {home}.',
    { auto, home },
  )

const nothingToDo = ({ underlying, contact }: About & WithUnderlying): string[] =>
  underlying === null
    ? [say('You don’t need to do anything now.')]
    : [
        requiredWords(underlying),
        say(
          'If your auto or home limits, drivers, vehicles or homes have changed since then, {contact}. Otherwise you don’t need to do anything now.',
          { contact },
        ),
      ]

const beforeAccepting = ({ underlying, contact }: About & WithUnderlying): string[] =>
  underlying === null
    ? []
    : [
        `${requiredWords(underlying)} ${say('The new period may require other limits. Its declarations page states them.')}`,
        say(
          'If your auto or home limits, drivers, vehicles or homes have changed since then, {contact} before you accept.',
          { contact },
        ),
      ]

export const renewalDueEmail = (to: string, about: About & WithUnderlying): Email => {
  const { carrier, due_on } = about
  const day = longDate(due_on)
  return {
    to,
    subject: say('Your policy ends on {day}', { day }),
    paragraphs: [
      greeting(about.firstName),
      say('Your policy from {carrier} ends on {day} at 12:01 a.m.', { carrier, day }),
      say(
        'We’ll ask {carrier} whether it renews the policy, and at what price. When it answers, we’ll email you.',
        { carrier },
      ),
      say('Coverage goes on after that day only if {carrier} renews the policy, or if you buy another one.', {
        carrier,
      }),
      ...nothingToDo(about),
      question(about),
    ],
    facts: [...factsOf(about), [say('Ends on'), day]],
    reason: reason(),
  }
}

type PriceMove = { from: string; to: string; difference: string }

const priceFacts = ({ from, to, difference }: PriceMove): EmailFact[] => [
  [say('Price now'), from],
  [say('Offered price'), to],
  [say('Difference'), difference],
]

type OfferedFacts = {
  price: PriceMove
  period_to: string
  valid_until: string | null
  reasons: readonly string[]
  paid: readonly EmailFact[]
}

const reasonWords = (carrier: string, reasons: readonly string[]): string =>
  reasons.length === 0
    ? say('{carrier} gave no reason for the price.', { carrier })
    : say('{carrier} gives these reasons for the price: {reasons}', {
        carrier,
        reasons: reasons.join(' · '),
      })

type Offered = About & OfferedFacts & WithUnderlying & { link: string; isOver: boolean }

const howToAccept = ({ carrier, due_on, contact, isOver }: Offered): string[] => {
  const day = longDate(due_on)
  if (isOver)
    return [
      say('Your coverage ended on {day} at 12:01 a.m., and nothing is renewed yet.', { day }),
      say('If you want the offer, {contact}.', { contact }),
    ]
  return [
    say(
      'Nothing is renewed yet. If you want it, accept the offer on your page. We’ll tell {carrier}, and email you once it has renewed the policy.',
      { carrier },
    ),
    say('If the policy is not renewed, coverage ends on {day} at 12:01 a.m.', { day }),
  ]
}

export const renewalOfferedEmail = (to: string, about: Offered): Email => {
  const { carrier, due_on, period_to, valid_until, price, reasons, link } = about
  return {
    to,
    subject: say('{carrier} offers to renew your policy', { carrier }),
    paragraphs: [
      greeting(about.firstName),
      say('{carrier} offers to renew your policy from {from} to {until}.', {
        carrier,
        from: longDate(due_on),
        until: longDate(period_to),
      }),
      reasonWords(carrier, reasons),
      ...beforeAccepting(about),
      ...howToAccept(about),
      question(about),
    ],
    facts: [
      ...factsOf(about),
      ...priceFacts(price),
      ...about.paid,
      ...(valid_until === null ? [] : [[say('Accept by'), longDate(valid_until)] as const]),
    ],
    link: { label: say('See the offer'), url: link },
    reason: reason(),
  }
}

type RenewedFacts = Omit<OfferedFacts, 'valid_until'> & { new_number: string | null }

export const policyRenewedEmail = (to: string, about: About & RenewedFacts): Email => {
  const { carrier, due_on, period_to, price, reasons, new_number } = about
  const from = longDate(due_on)
  return {
    to,
    subject: say('Your policy was renewed'),
    paragraphs: [
      greeting(about.firstName),
      say('{carrier} renewed your policy from {from} to {until}.', {
        carrier,
        from,
        until: longDate(period_to),
      }),
      reasonWords(carrier, reasons),
      say('If you did not want this or want to know how to pay, {contact}.', { contact: about.contact }),
    ],
    facts: [
      ...factsOf(about),
      ...(new_number === null ? [] : [[say('Policy number from {day}', { day: from }), new_number] as const]),
      [say('Price before'), price.from],
      [say('New price'), price.to],
      [say('Difference'), price.difference],
      ...about.paid,
    ],
    reason: reason(),
  }
}

export const renewalReopenedEmail = (to: string, about: About & { answer: string }): Email => {
  const { carrier, due_on, answer } = about
  const day = longDate(due_on)
  return {
    to,
    subject: say('{carrier} is looking at your renewal again', { carrier }),
    paragraphs: [
      greeting(about.firstName),
      say(
        'We told you that your policy from {carrier} is not renewed. {carrier} is now looking at it again.',
        {
          carrier,
        },
      ),
      say('Our note: {answer}', { answer }),
      say(
        'Nothing is renewed yet. Unless {carrier} renews the policy, coverage ends on {day} at 12:01 a.m.',
        {
          carrier,
          day,
        },
      ),
      question(about),
    ],
    facts: [...factsOf(about), [say('Ends on'), day]],
    reason: reason(),
  }
}

export const notRenewedEmail = (to: string, about: About & { answer: string; isHome: boolean }): Email => {
  const { carrier, due_on, answer } = about
  const day = longDate(due_on)
  return {
    to,
    subject: say('Your policy ends on {day} and won’t be renewed', { day }),
    paragraphs: [
      greeting(about.firstName),
      say('Your policy from {carrier} is not renewed. Coverage ends on {day} at 12:01 a.m.', {
        carrier,
        day,
      }),
      say('Our note: {answer}', { answer }),
      say('This is a message from our agency. It is not the insurance company’s own notice.'),
      say('From then on you have no coverage, unless you have another policy. To look for one, {contact}.', {
        contact: about.contact,
      }),
      newPolicyWords({ startsBy: day, isHome: about.isHome }),
    ],
    facts: [...factsOf(about), [say('Ends on'), day]],
    reason: reason(),
  }
}
