import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '../../../test/support/runs/scale.ts'
import { adverseActionEmail } from '../../agency/emails/adverse-action.ts'
import { bindHeldEmail } from '../../agency/emails/bind-held.ts'
import { orderLateEmail } from '../../agency/emails/buying/ended.ts'
import { lenderEvidenceEmail } from '../../agency/emails/buying/lender-evidence.ts'
import { namedInsuredBoundEmail } from '../../agency/emails/buying/named-insured.ts'
import { policyCanceledEmail } from '../../agency/emails/buying/policy-canceled.ts'
import { priceChangedEmail } from '../../agency/emails/buying/price-changed.ts'
import {
  missingAnswersEmail,
  missingAuthorizationEmail,
  otherQuotesEmail,
} from '../../agency/emails/fix-issues.ts'
import { policyBoundEmail } from '../../agency/emails/homeowners-bound.ts'
import { accessGrantedEmail } from '../../agency/emails/keys.ts'
import { type Email, emailHtml, emailText } from '../../agency/emails/layout.ts'
import { offersReadyEmail } from '../../agency/emails/offers-ready.ts'
import {
  invoiceClosedEmail,
  paymentDueEmail,
  paymentFailedEmail,
  paymentReceivedEmail,
  paymentReturnedEmail,
  refundFailedEmail,
  refundSentEmail,
} from '../../agency/emails/payment-notices.ts'
import { buyerCodeEmail, portalSignInEmail, verifyEmail } from '../../agency/emails/sign-in.ts'
import {
  umbrellaDocumentsEmail,
  umbrellaPaymentEmail,
  umbrellaQuestionEmail,
  umbrellaSignatureEmail,
} from '../../agency/emails/umbrella/asks.ts'
import { umbrellaBoundEmail } from '../../agency/emails/umbrella/bound.ts'
import { umbrellaEndedEmail, umbrellaStartPassedEmail } from '../../agency/emails/umbrella/ended.ts'
import {
  umbrellaNewLinkEmail,
  umbrellaOffersReadyEmail,
  umbrellaWithdrawnEmail,
} from '../../agency/emails/umbrella/offers.ts'
import { safeName } from './safe-name.ts'

const to = 'ann@example.com'
const link = 'https://service.example/portal'
const letterhead = {
  agency: { name: 'Acme Insurance', license: null, phone: null, address: null },
  color: '#14594b',
  logo: null,
  privacyUrl: 'https://service.example/privacy',
  stopUrl: null,
  mark: null,
}
const policy = {
  carrier: 'Maple Mutual',
  policy_number: 'P-1',
  effective_date: '2026-12-01',
  covered_from: 'December 1, 2026, 12:01 a.m. CST',
}

const money = { amount: '$1', description: 'x', reference: 'INV-1' }

const withName: Record<string, (name: string) => Email> = {
  accessGranted: name => accessGrantedEmail(to, { client: name, where: 'an app on this device', scopes: [] }),
  adverseAction: name => adverseActionEmail(to, { firstName: name, link, notices: [], contact: 'call us' }),
  bindHeld: name => bindHeldEmail(to, { firstName: name, link, carriers: [], money_back: null }),
  orderLate: name =>
    orderLateEmail(to, {
      firstName: name,
      link,
      carrier: 'A carrier',
      expected_by: null,
      contact: 'call us',
    }),
  priceChanged: name =>
    priceChangedEmail(to, {
      firstName: name,
      link,
      carrier: 'A carrier',
      signed_price: '$1',
      new_price: '$2',
      money_back: null,
      referredBy: name,
    }),
  umbrellaWithdrawn: name =>
    umbrellaWithdrawnEmail(to, {
      firstName: name,
      link,
      carrier: 'A carrier',
      money_back: null,
      referredBy: name,
    }),
  umbrellaStartPassed: name =>
    umbrellaStartPassedEmail(to, {
      ...policy,
      firstName: name,
      link,
      money_back: null,
      referredBy: name,
    }),
  missingAnswers: name => missingAnswersEmail(to, { firstName: name, link, referredBy: name }),
  missingAuthorization: name => missingAuthorizationEmail(to, { firstName: name, link, referredBy: name }),
  otherQuotes: name => otherQuotesEmail(to, { firstName: name, link, carrier: 'Acme', due_on: '2026-12-01' }),
  offersReady: name => offersReadyEmail(to, { firstName: name, link, referredBy: name }),
  policyBound: name => policyBoundEmail(to, { firstName: name, link, policies: [] }),
  portalSignIn: name => portalSignInEmail(to, { firstName: name, link, referredBy: name }),
  umbrellaBound: name =>
    umbrellaBoundEmail(to, {
      ...policy,
      paid: [],
      firstName: name,
      price: '$1',
      limit: '$1',
      link,
      referredBy: name,
      signedOn: null,
      confirmedOn: '2026-11-30',
    }),
  umbrellaSignature: name =>
    umbrellaSignatureEmail(to, {
      ...policy,
      firstName: name,
      price: '$1',
      payment: [],
      link,
      referredBy: name,
    }),
  umbrellaNewLink: name => umbrellaNewLinkEmail(to, { firstName: name, link }),
  buyerCode: name => buyerCodeEmail(to, { firstName: name, code: '123', referredBy: name }),
  umbrellaPayment: name =>
    umbrellaPaymentEmail(to, {
      firstName: name,
      amount: '$1',
      description: 'x',
      payBy: 'May 1, 2026',
      link,
      after: 'documents',
      contact: 'x',
      referredBy: name,
    }),
  umbrellaEnded: name =>
    umbrellaEndedEmail(to, {
      firstName: name,
      carrier: 'x',
      by: 'buyer',
      contact: 'x',
      money_back: null,
      referredBy: name,
    }),
  paymentReceived: name => paymentReceivedEmail(to, { ...money, firstName: name, link }),
  paymentDue: name => paymentDueEmail(to, { ...money, firstName: name, link, due_on: '2026-12-01' }),
  paymentFailed: name => paymentFailedEmail(to, { ...money, firstName: name, link }),
  paymentReturned: name => paymentReturnedEmail(to, { ...money, firstName: name, contact: 'x' }),
  invoiceClosed: name => invoiceClosedEmail(to, { ...money, firstName: name, contact: 'x' }),
  refundSent: name => refundSentEmail(to, { ...money, firstName: name, isCanceled: true, isByHand: false }),
  policyCanceled: name =>
    policyCanceledEmail(to, {
      firstName: name,
      carrier: 'Maple',
      policy_number: 'P-1',
      contact: 'call us',
      by: 'carrier',
      ended_on: '2026-12-20',
      isHome: true,
      isOver: false,
      isVoid: false,
      refund: null,
      refundLater: false,
    }),
  namedInsuredBound: name =>
    namedInsuredBoundEmail(to, { firstName: name, contact: 'call us', policies: [policy] }),
  refundFailed: name => refundFailedEmail(to, { ...money, firstName: name, contact: 'call us' }),
  umbrellaQuestion: name =>
    umbrellaQuestionEmail(to, {
      firstName: name,
      question: null,
      effective_date: null,
      link,
      referredBy: name,
      isRepresented: true,
    }),
  umbrellaDocuments: name =>
    umbrellaDocumentsEmail(to, {
      firstName: name,
      carrier: 'A carrier',
      reasons: [],
      effective_date: null,
      link,
      referredBy: name,
    }),
  umbrellaOffersReady: name => umbrellaOffersReadyEmail(to, { firstName: name, link, referredBy: name }),
  lenderEvidence: name =>
    lenderEvidenceEmail(to, {
      insured: name,
      other_insureds: [name],
      property: '1 Elm Street',
      carrier: 'A carrier',
      policy_number: 'P-1',
      effective_from: 'December 1',
      until: 'December 1',
      link,
    }),
  verify: name => verifyEmail(to, { firstName: name, link, product: 'home insurance', submits: false }),
}

const letters = fc.stringMatching(/^[a-z]{3,9}$/)
const ending = fc.constantFrom('com', 'net', 'org', 'io', 'xyz', 'app', 'co.uk', 'рф', 'zip', 'museum')
const digit = fc.constantFrom('0', '2', '5', '９', '٣')

const domain = fc
  .tuple(letters, fc.constantFrom('.', '．', '。', '｡', ' .', '․'), ending)
  .map(parts => parts.join(''))
const nasty = fc.oneof(
  domain,
  fc
    .tuple(letters, fc.constantFrom(' dot ', '(dot)', '[dot] ', ' DOT '), fc.constantFrom('com', 'net', 'me'))
    .map(parts => parts.join('')),
  letters.map(host => `https://${host}`),
  letters.map(host => `www.${host}`),
  letters.map(host => `WWW ${host}`),
  fc.tuple(letters, letters).map(([name, host]) => `${name}@${host}`),
  fc
    .tuple(fc.array(digit, { minLength: 5, maxLength: 12 }), fc.constantFrom('', '-', ' ', '.', ') '))
    .map(([digits, between]) => digits.join(between)),
  letters.map(word => `1-800-${word}`),
  fc
    .tuple(letters, fc.constantFrom('\u202e', '\u200b', '\u2066', '\r\n', '\0', '\u00ad', '\u2028'))
    .map(([word, hidden]) => `${word}${hidden}${word}`),
  fc.constantFrom(
    'Bindery Support',
    'B I N D E R Y',
    'bindery-support',
    'Віndery',
    'Bındery',
    'ʙɪɴᴅᴇʀʏ',
    'Blndery',
    'B1ndery',
    'ꓐindery',
    'the IRS',
    'I.R.S. Office',
    'PayPal Fraud Team',
    'PáyPal',
    'PayPaI',
  ),
)
const dressed = fc
  .tuple(fc.constantFrom('', 'Ann ', 'Call '), nasty, fc.constantFrom('', ' Realty', '!'))
  .map(parts => parts.join(''))

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

describe('a name that looks like a link, a phone number, an email, a brand or hides characters', () => {
  test.each(Object.keys(withName))('is printed nowhere in %s', template => {
    const partsWith = (name: string): string[] => {
      const email = withName[template]?.(name) as Email
      return [email.subject, emailText(email, letterhead), emailHtml(email, letterhead)]
    }
    const ours = partsWith('Ann').join('\n')
    fc.assert(
      fc.property(dressed, name => {
        // By chance, it can be the beginning of our own link.
        fc.pre(!ours.includes(name.trim()))
        for (const part of partsWith(name)) {
          expect(part).not.toContain(name.trim())
          expect(part).not.toContain(escaped(name.trim()))
        }
      }),
      { numRuns: scaled(100, 3000) },
    )
  })

  test.each(['Acme Insurance', 'ACME insurance team', 'A.c.m.e Insurance', 'Acme lnsurance'])(
    '%s passes for the agency',
    name => {
      expect(safeName(name, ['Acme Insurance'])).toBeNull()
    },
  )
})

test.each([
  'Ann',
  'Chase',
  'Åsa-Lin',
  'O’Neill',
  'Ngọc',
  'José María',
  'Анна',
  '美咲',
  'Maple Realty, Inc.',
  'Smith & Sons',
  'Century 21 Bay Homes',
  'First National Bank of Ohio',
  'J. P. Lender',
  'Dot’s Homes',
  'LRS Homes',
  'Łukasz',
  'Hello Homes 101',
])('an ordinary name is printed: %s', name => {
  expect(safeName(name)).toBe(name)
})

test('without a name that may be printed, the email uses neutral words', () => {
  const { paragraphs, reason } = missingAnswersEmail(to, { firstName: 'x.com', link, referredBy: 'pay.me' })
  expect(paragraphs[0]).toBe('Hello,')
  expect(paragraphs[1]).toMatch(/^A business you work with started/)
  expect(reason).toContain('because a business you work with asked us')
  expect(accessGrantedEmail(to, { client: 'x.com', where: 'x.com', scopes: [] }).subject).toBe(
    'An app can now use your account',
  )
})
