import { expect, test } from 'vitest'
import { speaking } from '../../platform/language/language.ts'
import { policyCanceledEmail } from './buying/policy-canceled.ts'
import { notRenewedEmail } from './buying/renewal.ts'
import { carrierQuestionEmail } from './desk/tasks.ts'
import { missingAnswersEmail } from './fix-issues.ts'
import { policyBoundEmail } from './homeowners-bound.ts'
import { type Email, emailHtml, emailText, type Letterhead } from './layout.ts'
import { offersAddedEmail } from './offers-added.ts'
import { noOffersEmail, offersReadyEmail } from './offers-ready.ts'
import { withoutKeys } from './outbox.ts'
import { buyerCodeEmail, portalSignInEmail } from './sign-in.ts'
import { umbrellaSignatureEmail } from './umbrella/asks.ts'
import { umbrellaBoundEmail } from './umbrella/bound.ts'
import { umbrellaOffersReadyEmail } from './umbrella/offers.ts'

const letterhead: Letterhead = {
  agency: { name: 'Elm & Sons', license: 'IL 100', phone: '555-0142', address: '12 Elm Street' },
  color: '#1d3f8a',
  logo: null,
  privacyUrl: 'https://service.example/privacy',
  stopUrl: null,
  mark: null,
}

const email: Email = {
  ...umbrellaSignatureEmail('ada@example.com', {
    firstName: 'Ada',
    carrier: 'Cedar Mutual',
    price: '$384',
    effective_date: '2026-12-01',
    payment: ['Nothing is due to us. Cedar Mutual bills you.'],
    link: 'https://service.example/umbrella/review/x',
    referredBy: 'Maple Realty',
  }),
  code: '123456',
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;')

test('the plain text says everything that the HTML says', () => {
  const [text, html] = [emailText(email, letterhead), emailHtml(email, letterhead)]
  const { name, license, phone, address } = letterhead.agency
  const said = [
    ...email.paragraphs,
    ...(email.facts ?? []).flat(),
    email.code,
    email.link?.label,
    email.link?.url,
    email.reason,
    name,
    license,
    phone,
    address,
    letterhead.privacyUrl,
  ].map(String)
  expect(said).toContain('December 1, 2026')
  for (const words of said) {
    expect(text).toContain(words)
    expect(html).toContain(escaped(words))
  }
  expect(text).toContain('Price: $384 a year\nWould start on: December 1, 2026\nRequested by: Maple Realty')
})

test('whatever has a background names its color, so that a dark reader does not write in white on white', () => {
  const html = emailHtml(email, { ...letterhead, mark: 'Demonstration, not insurance.' })
  const styles = [...html.matchAll(/style="([^"]*background:[^"]*)"/g)].map(([, style]) => style)
  expect(styles.length).toBeGreaterThan(6)
  for (const style of styles) expect(style).toMatch(/(^|;)color:#/)
})

test('the policy of a company whose name begins with “The” reads like a sentence', () => {
  const { paragraphs } = policyBoundEmail('ada@example.com', {
    firstName: 'Ada',
    link: 'https://service.example/portal',
    policies: [
      {
        carrier: 'The Elm Company',
        policy_number: 'P-1',
        covers: '1 Elm Street',
        covered_from: 'December 1, 2026',
        price: '$900 a year',
        paid: [],
      },
    ],
  })
  expect(paragraphs).toContain('Your policy from The Elm Company covers 1 Elm Street from December 1, 2026.')
})

test('of several policies, each number stands under the home it insures; of one, the sentence names it', () => {
  const bound = (...homes: string[]) =>
    policyBoundEmail('ada@example.com', {
      firstName: 'Ada',
      link: 'https://service.example/portal',
      policies: homes.map((covers, at) => ({
        carrier: 'Elm Mutual',
        policy_number: `P-${at}`,
        covers,
        covered_from: 'December 1, 2026',
        price: '$900 a year',
        paid: [],
      })),
    }).facts?.filter(([label]) => ['Home', 'Policy number'].includes(label))
  expect(bound('1 Elm Street', '2 Oak Street')).toEqual([
    ['Home', '1 Elm Street'],
    ['Policy number', 'P-0'],
    ['Home', '2 Oak Street'],
    ['Policy number', 'P-1'],
  ])
  expect(bound('1 Elm Street')).toEqual([['Policy number', 'P-0']])
})

test('the policy of a demonstration is no proof of insurance and no evidence for a lender', () => {
  const policy = {
    carrier: 'Elm Mutual',
    policy_number: 'P-1',
    covers: '1 Elm Street',
    covered_from: 'December 1, 2026',
    price: '$900 a year',
    paid: [],
  }
  const said = (...illustrative: boolean[]) =>
    policyBoundEmail('ada@example.com', {
      firstName: 'Ada',
      link: 'https://service.example/portal',
      policies: illustrative.map(one => ({ ...policy, illustrative: one })),
    }).paragraphs.join(' ')
  expect(said(true)).toContain('nothing is insured')
  expect(said(true)).not.toMatch(/lender|proof|covers 1 Elm/)
  expect(said(true, false)).toContain('covers 1 Elm Street')
  expect(said(false)).toContain('send evidence of insurance to your lender')
  const umbrella = umbrellaBoundEmail('ada@example.com', {
    ...policy,
    firstName: 'Ada',
    limit: '$1,000,000',
    signedOn: '2026-11-30',
    confirmedOn: null,
    link: 'https://service.example/binder',
    referredBy: null,
    illustrative: true,
  }).paragraphs.join(' ')
  expect(umbrella).toContain('nothing is insured')
  expect(umbrella).not.toMatch(/proof|covers you|adds up/)
})

test('an email about an application that the agency started itself names no business as the one that asked', () => {
  const facts = {
    firstName: 'Ada',
    link: 'https://service.example',
    referredBy: 'Maple Realty',
    isOurs: true,
  }
  const quiet = { added: 1, isCheaper: false, isSurplus: false, isComplete: false }
  const ours = [
    offersReadyEmail('ada@example.com', facts),
    noOffersEmail('ada@example.com', { ...facts, contact: 'call us', hasPolicies: false }),
    offersAddedEmail('ada@example.com', { ...facts, ...quiet }),
    portalSignInEmail('ada@example.com', facts),
    carrierQuestionEmail('ada@example.com', { ...facts, carrier: 'Cedar Mutual' }),
    umbrellaOffersReadyEmail('ada@example.com', facts),
    buyerCodeEmail('ada@example.com', { ...facts, code: '123456' }),
  ]
  for (const one of ours) expect(emailText(one, letterhead)).not.toMatch(/Maple Realty|asked us|Requested by/)
  const asked = emailText(missingAnswersEmail('ada@example.com', facts), letterhead)
  expect(asked).toContain('We started a home insurance application for you.')
  expect(asked).toContain('because Maple Realty asked us to email you')
})

test('it has one button, in the color of the agency, and opens with who writes', () => {
  const html = emailHtml(email, letterhead)
  expect(html.match(/<a [^>]*background:#1d3f8a/g)).toHaveLength(1)
  expect(html.indexOf('Elm &amp; Sons')).toBeLessThan(html.indexOf('<h1'))
  expect(emailText(email, letterhead)).toMatch(/^Elm & Sons\n\n/)
})

test('a logo is part of the email; one that spells the name stands for it', () => {
  const withLogo = (wordmark: boolean) =>
    emailHtml(email, { ...letterhead, logo: { width: 100, height: 50, wordmark } })
  expect(withLogo(true)).toMatch(
    /<img src="cid:logo" alt="Elm &amp; Sons" width="80" height="40"[^>]*><\/td>/,
  )
  expect(withLogo(false)).toMatch(/<img src="cid:logo" alt="" [^>]*>&nbsp; Elm &amp; Sons<\/td>/)
  expect(emailHtml(email, letterhead)).not.toMatch(/<img|src=/)
})

test('an email of a demonstration says so before anything else', () => {
  const marked = { ...letterhead, mark: 'Demonstration, not insurance.' }
  expect(emailText(email, marked)).toMatch(/^Elm & Sons\n\nDemonstration, not insurance\.\n\n/)
  const html = emailHtml(email, marked)
  expect(html.indexOf('Demonstration')).toBeLessThan(html.indexOf('<h1'))
})

test('a lower price of a surplus lines insurer is marked, and its email does not promise it in the subject', () => {
  const facts = { firstName: 'Ada', link: 'https://x.test/', referredBy: null, added: 1, isComplete: true }
  const surplus = offersAddedEmail('ada@example.com', { ...facts, isCheaper: true, isSurplus: true })
  expect(surplus.subject).toBe('More quotes for your home insurance')
  expect(surplus.paragraphs.join(' ')).toContain('The lower price is from a surplus lines insurer')
  const admitted = offersAddedEmail('ada@example.com', { ...facts, isCheaper: true, isSurplus: false })
  expect(admitted.subject).toBe('A lower price for your home insurance')
  expect(admitted.paragraphs.join(' ')).not.toContain('surplus lines')
})

test('what staff read has every word, but no link and no code that would let them act as the recipient', () => {
  const read = withoutKeys(emailText(email, letterhead))
  for (const words of [...email.paragraphs, String(email.link?.label), email.reason])
    expect(read).toContain(words)
  expect(read).toContain('[link left out]')
  expect(read).toContain('[code left out]')
  expect(read).not.toMatch(/https?:|123456/)
})

const bought = {
  firstName: 'Ada',
  carrier: 'Elm Mutual',
  policy_number: 'P-1',
  covered_from: 'December 1, 2026',
  price: '$900 a year',
  paid: [],
}
const onUmbrella = {
  ...bought,
  limit: '$1,000,000',
  signedOn: '2026-11-30',
  confirmedOn: null,
  link: 'https://service.example/binder',
  referredBy: null,
}
const boundIn = (changed: { isBinderOver?: boolean; surplus_lines?: string[] }): string[] => [
  policyBoundEmail('ada@example.com', {
    firstName: 'Ada',
    link: 'https://service.example/portal',
    policies: [{ ...bought, covers: '1 Elm Street', ...changed }],
  }).paragraphs.join(' '),
  umbrellaBoundEmail('ada@example.com', { ...onUmbrella, ...changed }).paragraphs.join(' '),
]

test('an email that is sent again after the binder ended does not call the binder proof of insurance', () => {
  for (const words of boundIn({})) expect(words).toMatch(/binder(, your| is your) proof of insurance/)
  for (const words of boundIn({ isBinderOver: true })) {
    expect(words).not.toMatch(/binder(, your| is your) proof of insurance/)
    expect(words).toContain(
      'The policy and its declarations page, from the insurance company, are your proof',
    )
  }
})

test('a Spanish email says that the state’s notices in it are in English, and an English one does not', () => {
  const notice = { surplus_lines: ['THIS INSURANCE IS ISSUED PURSUANT TO THE LAW.'] }
  for (const words of speaking('es', () => boundIn(notice)))
    expect(words).toContain(`Estos avisos están en inglés. ${notice.surplus_lines[0]}`)
  for (const words of speaking('es', () => boundIn({}))) expect(words).not.toContain('Estos avisos')
  for (const words of boundIn(notice)) expect(words).not.toContain('These notices')
})

test('of a canceled or ended umbrella policy nobody is told to tell a lender; of a home’s, they are', () => {
  const about = { firstName: 'Ada', carrier: 'Elm Mutual', policy_number: 'P-1', contact: 'call us' }
  const written = (isHome: boolean): string[] =>
    [
      ...[true, false].map(isOver =>
        policyCanceledEmail('ada@example.com', {
          ...about,
          by: 'carrier',
          ended_on: '2026-12-20',
          isHome,
          isOver,
          isVoid: false,
          refund: null,
          refundLater: false,
        }),
      ),
      notRenewedEmail('ada@example.com', { ...about, due_on: '2026-12-20', answer: 'No.', isHome }),
    ].map(({ paragraphs }) => paragraphs.join(' '))
  for (const words of written(true)) expect(words).toContain('If a lender requires insurance, tell them')
  for (const words of written(false)) {
    expect(words).toContain('If you still need insurance, get a new policy')
    expect(words).not.toContain('lender')
  }
})
