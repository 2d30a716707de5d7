import { expect, test } from 'vitest'
import { englishIn } from '../../../test/support/browser/spanish.ts'
import { speaking } from '../../platform/language/language.ts'
import { adverseActionEmail, incompleteNoticeEmail } from './adverse-action.ts'
import { bindHeldEmail } from './bind-held.ts'
import { orderLateEmail, withdrawnEmail } from './buying/ended.ts'
import { lenderLinkEmail } from './buying/lender-link.ts'
import { namedInsuredBoundEmail } from './buying/named-insured.ts'
import { policyCanceledEmail, policyKeptEmail } from './buying/policy-canceled.ts'
import { policyRequestedEmail, policyRequestSettledEmail } from './buying/policy-request.ts'
import { priceChangedEmail } from './buying/price-changed.ts'
import {
  notRenewedEmail,
  policyRenewedEmail,
  renewalDueEmail,
  renewalOfferedEmail,
  renewalReopenedEmail,
} from './buying/renewal.ts'
import { signedCopyEmail } from './buying/signed-copy.ts'
import { newAddressEmail, oldAddressEmail } from './desk/account.ts'
import { carrierQuestionEmail } from './desk/tasks.ts'
import { missingAnswersEmail, missingAuthorizationEmail, otherQuotesEmail } from './fix-issues.ts'
import { policyBoundEmail } from './homeowners-bound.ts'
import { type Email, emailHtml, emailText, writtenIn } from './layout.ts'
import { offerChangedEmail } from './offer-changed.ts'
import { offersAddedEmail } from './offers-added.ts'
import { noOffersEmail, offersReadyEmail } from './offers-ready.ts'
import {
  invoiceClosedEmail,
  moneyBackWords,
  paymentDueEmail,
  paymentFailedEmail,
  paymentReceivedEmail,
  paymentReturnedEmail,
  refundFailedEmail,
  refundSentEmail,
} from './payment-notices.ts'
import { descriptionWords, namesCarrier } from './rules/payment-description.ts'
import { buyerCodeEmail, portalSignInEmail, verifyEmail } from './sign-in.ts'
import {
  umbrellaDocumentsEmail,
  umbrellaPaymentEmail,
  umbrellaQuestionEmail,
  umbrellaSignatureEmail,
} from './umbrella/asks.ts'
import { umbrellaBoundEmail } from './umbrella/bound.ts'
import { umbrellaBlockedEmail, umbrellaEndedEmail, umbrellaStartPassedEmail } from './umbrella/ended.ts'
import {
  umbrellaNewLinkEmail,
  umbrellaOffersReadyEmail,
  umbrellaReshoppedEmail,
  umbrellaWithdrawnEmail,
} from './umbrella/offers.ts'

const to = 'ana@example.com'
const link = 'https://service.example/portal'
const contact = 'llame a Elm al 555-0142'
const carrier = 'Maple Mutual'
const effective_date = '2026-12-01'
const who = { firstName: 'Ana', link, referredBy: 'Casa Realty' }
const nobody = { firstName: '', link, referredBy: null }
const ours = { ...who, isOurs: true }
const assistant = { ...who, referredBy: 'your assistant' }
const policy = {
  carrier,
  policy_number: 'P-1',
  covered_from: '1 de diciembre de 2026',
  price: '$900 al año',
  limit: '$1,000,000',
}
const money = {
  ...who,
  amount: '$500',
  description: [
    { product: 'Homeowners insurance', carrier: 'Maple', payment: { at: 2, of: 4 } },
    { product: 'Homeowners insurance', carrier: 'Elm', isRefunded: true as const },
    { product: 'Personal umbrella insurance', carrier: 'Elm', renewal_from: '2027-01-01' },
    { product: 'Umbrella insurance', carrier: 'Elm', term: 'year' as const, illustrative: true },
  ],
  reference: 'INV-1',
}
const report = { agency: 'Acme', address: '1 Main St', phone: '800' }
const usd = (cents: number): string => `$${cents / 100}`
const back = () => moneyBackWords({ released_cents: 0, refund_cents: 500, usd })
const released = () => moneyBackWords({ released_cents: 500, refund_cents: 0, usd })
const blocked = { ...who, carrier, contact, reason: null, stopped: false, money_back: null }
const canceled = {
  firstName: 'Ana',
  carrier,
  policy_number: 'P-1',
  contact,
  by: 'insured' as const,
  ended_on: '2026-12-20',
  isHome: true,
  isOver: false,
  isVoid: false,
  refund: null,
  refundLater: true,
}
const renewal = {
  firstName: 'Ana',
  carrier,
  policy_number: 'P-1',
  contact,
  due_on: '2026-12-20',
  period_to: '2027-12-20',
  valid_until: '2026-12-10',
  price: { from: '$900 al año', to: '$950 al año', difference: '$50 más al año' },
  reasons: ['Es más caro reconstruir.'],
  new_number: 'P-2',
  paid: [['Cómo paga', 'Acme le cobra directamente.']] as const,
  link: 'https://x.test/p',
  answer: 'Ya no asegura en su estado.',
  underlying: null,
  isHome: true,
  isOver: false,
}
const underlying = { auto: '250/500/100', home: '$300,000' }
const year = { from: '2026-12-20', until: '2027-12-20' }
const signing = {
  ...who,
  carrier,
  price: '$384',
  effective_date,
  payment: ['Le enviamos una factura.'],
}
const repriced = { ...who, carrier, signed_price: '$1', new_price: '$2', money_back: null }
const bound = { ...who, ...policy, signedOn: null, confirmedOn: null }

const EMAILS: readonly [string, () => Email | Email[]][] = [
  [
    'adverse action',
    () =>
      [adverseActionEmail, incompleteNoticeEmail].map(write =>
        write(to, {
          ...who,
          contact,
          notices: (['declined', 'priced', 'blocked'] as const).flatMap(outcome =>
            [report, null].map(consumer_report => ({
              carrier,
              outcome,
              consumer_report,
              score_reasons: ['Edad.'],
            })),
          ),
        }),
      ),
  ],
  [
    'bind held',
    () =>
      bindHeldEmail(to, {
        ...who,
        money_back: back(),
        carriers: [
          { carrier, kind: 'blocked' },
          { carrier, kind: 'blocked', stopped: 'Pausa.' },
          { carrier, kind: 'info_requested', home: 'x.com' },
        ],
      }),
  ],
  ['umbrella new link', () => umbrellaNewLinkEmail(to, who)],
  ['buyer code', () => buyerCodeEmail(to, { ...nobody, code: '123456' })],
  ['buyer code for ours', () => buyerCodeEmail(to, { ...ours, code: '123456' })],
  ['carrier question', () => carrierQuestionEmail(to, { ...assistant, carrier })],
  ['missing answers', () => missingAnswersEmail(to, nobody)],
  ['missing answers of ours', () => missingAnswersEmail(to, ours)],
  ['missing authorization', () => missingAuthorizationEmail(to, nobody)],
  ['missing authorization of ours', () => missingAuthorizationEmail(to, ours)],
  ['other quotes', () => otherQuotesEmail(to, renewal)],
  [
    'policy bound',
    () => policyBoundEmail(to, { ...who, policies: [{ ...policy, covers: 'x.com', paid: [] }] }),
  ],
  [
    'policy bound in a demonstration',
    () =>
      policyBoundEmail(to, {
        ...who,
        policies: [{ ...policy, covers: '1 Elm', paid: [], illustrative: true }],
      }),
  ],
  [
    'policies bound',
    () =>
      policyBoundEmail(to, {
        ...who,
        policies: [policy, policy].map(one => ({ ...one, covers: '1 Elm', paid: [] })),
      }),
  ],
  ...([1, 2] as const).map((count): [string, () => Email] => [
    `policies renewed, ${count}`,
    () =>
      policyBoundEmail(to, {
        ...who,
        policies: Array.from({ length: count }, () => ({
          ...policy,
          covers: '1 Elm',
          paid: [],
          renewed: year,
        })),
      }),
  ]),
  ['offer changed', () => offerChangedEmail(to, { ...who, carrier })],
  [
    'offer added',
    () => offersAddedEmail(to, { ...who, added: 1, isCheaper: true, isSurplus: true, isComplete: true }),
  ],
  [
    'offers added',
    () => offersAddedEmail(to, { ...who, added: 2, isCheaper: false, isSurplus: false, isComplete: false }),
  ],
  [
    'lower price',
    () => offersAddedEmail(to, { ...who, added: 1, isCheaper: true, isSurplus: false, isComplete: true }),
  ],
  ['no offers', () => noOffersEmail(to, { ...assistant, contact, hasPolicies: false })],
  ['no more offers', () => noOffersEmail(to, { ...assistant, contact, hasPolicies: true })],
  ['offers ready', () => offersReadyEmail(to, assistant)],
  ['offers of ours ready', () => offersReadyEmail(to, ours)],
  ['umbrella offers of ours ready', () => umbrellaOffersReadyEmail(to, ours)],
  ['payment received', () => paymentReceivedEmail(to, money)],
  ['payment returned', () => paymentReturnedEmail(to, { ...money, contact: 'llame' })],
  ['invoice closed', () => invoiceClosedEmail(to, { ...money, contact: 'llame' })],
  ['payment due', () => paymentDueEmail(to, { ...money, due_on: null })],
  ['payment due on a day', () => paymentDueEmail(to, { ...money, due_on: '2026-12-01' })],
  ['payment failed', () => paymentFailedEmail(to, money)],
  ['refund sent', () => refundSentEmail(to, { ...money, isCanceled: false, isByHand: true })],
  [
    'refund sent for a canceled policy',
    () => refundSentEmail(to, { ...money, isCanceled: true, isByHand: false }),
  ],
  [
    'refund sent for a policy canceled from the start',
    () => refundSentEmail(to, { ...money, isCanceled: true, isVoid: true, isByHand: false }),
  ],
  ['renewal due', () => renewalDueEmail(to, renewal)],
  ['renewal offered', () => renewalOfferedEmail(to, renewal)],
  ['renewal offered after the end', () => renewalOfferedEmail(to, { ...renewal, isOver: true })],
  ['umbrella renewal due', () => renewalDueEmail(to, { ...renewal, underlying })],
  ['umbrella renewal offered', () => renewalOfferedEmail(to, { ...renewal, underlying })],
  ['renewal offered without a reason', () => renewalOfferedEmail(to, { ...renewal, reasons: [] })],
  ['policy renewed', () => policyRenewedEmail(to, renewal)],
  ['renewal reopened', () => renewalReopenedEmail(to, renewal)],
  ['policy not renewed', () => notRenewedEmail(to, renewal)],
  ['policy canceled', () => policyCanceledEmail(to, canceled)],
  [
    'policy canceled by the carrier',
    () => policyCanceledEmail(to, { ...canceled, by: 'carrier', isOver: true, refund: '$5' }),
  ],
  [
    'policy canceled from the start',
    () => policyCanceledEmail(to, { ...canceled, isOver: true, isVoid: true }),
  ],
  ['policy canceled, to another insured', () => policyCanceledEmail(to, { ...canceled, isOther: true })],
  [
    'policy bound, to another insured',
    () => namedInsuredBoundEmail(to, { firstName: 'Bo', contact, policies: [policy] }),
  ],
  [
    'copy of what was signed',
    () =>
      signedCopyEmail(to, {
        firstName: 'Ada',
        signed_name: 'Ada Park',
        signed_at: 'hoy',
        contact,
        offers: [true, false].map(isChosen => ({ carrier: 'Harbor', price: '$1,480', isChosen })),
        answers: [],
        texts: ['Acepto.'],
      }),
  ],
  [
    'policy void of a sold home',
    () => policyCanceledEmail(to, { ...canceled, by: 'home_sold', isVoid: true }),
  ],
  ['policy of a sold home', () => policyCanceledEmail(to, { ...canceled, by: 'home_sold' })],
  [
    'policy that was over',
    () => policyCanceledEmail(to, { ...canceled, by: 'other', isOver: true, refund: '$5' }),
  ],
  [
    'policy kept',
    () =>
      policyKeptEmail(to, {
        ...canceled,
        until: '2026-12-01',
        owed: { amount: '$5', due_on: '2026-12-15' },
      }),
  ],
  [
    'request about a policy',
    () =>
      [true, false].map(isCancellation =>
        policyRequestedEmail(to, {
          ...canceled,
          isCancellation,
          what: 'Cancel the policy',
          wanted_on: '2026-12-20',
          askerName: null,
        }),
      ),
  ],
  [
    'request about a policy, settled',
    () =>
      [true, false].flatMap(isDone =>
        [true, false].map(isAsked =>
          policyRequestSettledEmail(to, {
            ...canceled,
            isDone,
            isAsked,
            what: 'Add or change a lender',
            answer: 'Listo',
          }),
        ),
      ),
  ],
  [
    'link for a lender',
    () => lenderLinkEmail(to, { ...canceled, link, until: '2026-12-20', makerName: null }),
  ],
  ['refund failed', () => refundFailedEmail(to, { ...money, contact })],
  ['portal sign-in', () => portalSignInEmail(to, who)],
  ['umbrella blocked', () => umbrellaBlockedEmail(to, { ...blocked, money_back: released() })],
  ['umbrella blocked with a reason', () => umbrellaBlockedEmail(to, { ...blocked, reason: 'Techo viejo.' })],
  ['umbrella stopped', () => umbrellaBlockedEmail(to, { ...blocked, reason: 'Pausa.', stopped: true })],
  ['umbrella bound', () => umbrellaBoundEmail(to, { ...bound, paid: [], confirmedOn: '2026-11-30' })],
  [
    'umbrella bound in a demonstration',
    () => umbrellaBoundEmail(to, { ...bound, paid: [], illustrative: true }),
  ],
  ['umbrella renewed', () => umbrellaBoundEmail(to, { ...bound, paid: [], renewed: year, limit: null })],
  ['umbrella renewed with its limit', () => umbrellaBoundEmail(to, { ...bound, paid: [], renewed: year })],
  ['umbrella signed and bound', () => umbrellaBoundEmail(to, { ...bound, paid: [], signedOn: '2026-11-30' })],
  ['umbrella reshopped', () => umbrellaReshoppedEmail(to, { ...renewal, link })],
  ['umbrella documents', () => umbrellaDocumentsEmail(to, { ...who, carrier, effective_date, reasons: [] })],
  [
    'umbrella documents again',
    () =>
      umbrellaDocumentsEmail(to, {
        ...who,
        carrier,
        effective_date,
        reasons: ['The picture is too small to read. Send a larger one, or the PDF.'],
      }),
  ],
  ['withdrawn', () => [true, false].map(hasPolicies => withdrawnEmail(to, { ...who, contact, hasPolicies }))],
  [
    'umbrella payment',
    () => umbrellaPaymentEmail(to, { ...money, contact, after: 'documents', payBy: '1 de mayo de 2026' }),
  ],
  [
    'umbrella payment at once',
    () => umbrellaPaymentEmail(to, { ...money, contact, after: 'purchase', payBy: null }),
  ],
  [
    'umbrella payment again',
    () => umbrellaPaymentEmail(to, { ...money, contact, after: 'failed_payment', payBy: null }),
  ],
  [
    'umbrella purchase ended',
    () => umbrellaEndedEmail(to, { ...who, carrier, contact, by: 'buyer', money_back: back() }),
  ],
  [
    'umbrella purchase ended by us',
    () => umbrellaEndedEmail(to, { ...who, carrier, contact, by: 'agency', money_back: null }),
  ],
  [
    'umbrella question',
    () => umbrellaQuestionEmail(to, { ...who, effective_date, question: null, isRepresented: true }),
  ],
  [
    'umbrella question of ours',
    () => umbrellaQuestionEmail(to, { ...nobody, effective_date, question: '¿Edad?', isRepresented: true }),
  ],
  [
    'umbrella question after the operator left',
    () => umbrellaQuestionEmail(to, { ...who, effective_date, question: null, isRepresented: false }),
  ],
  ['umbrella signature', () => umbrellaSignatureEmail(to, signing)],
  ['umbrella quotes', () => umbrellaOffersReadyEmail(to, who)],
  ['umbrella quote withdrawn', () => umbrellaWithdrawnEmail(to, { ...who, carrier, money_back: back() })],
  [
    'umbrella start passed',
    () => umbrellaStartPassedEmail(to, { ...who, carrier, effective_date: '2026-11-30', money_back: back() }),
  ],
  ['price changed', () => priceChangedEmail(to, { ...repriced, referredBy: null })],
  ['price changed for one of several homes', () => priceChangedEmail(to, { ...repriced, home: 'x.com' })],
  ['price changed for someone else', () => priceChangedEmail(to, repriced)],
  ['order late', () => orderLateEmail(to, { ...who, carrier, contact, expected_by: null })],
  [
    'order late after a day',
    () => orderLateEmail(to, { ...who, carrier, contact, expected_by: '1 de enero' }),
  ],
  ['old address', () => oldAddressEmail(to, { ...who, agency: 'Elm', contact })],
  ['new address', () => newAddressEmail(to, { ...who, agency: 'Elm', contact })],
  ['new address without a link', () => newAddressEmail(to, { ...who, agency: 'Elm', contact, link: null })],
  ['verify', () => verifyEmail(to, { ...who, product: 'home insurance', submits: false })],
  ['verify and submit', () => verifyEmail(to, { ...who, product: 'umbrella insurance', submits: true })],
]

const letterhead = {
  agency: { name: 'Elm', license: 'IL 100', phone: '555-0142', address: '12 Elm Street' },
  color: '#14594b',
  logo: null,
  privacyUrl: 'https://service.example/privacy',
  stopUrl: null,
  mark: null,
}

test.each(EMAILS)('who prefers Spanish reads no English in the email: %s', (_, write) => {
  const emails = speaking('es', () => [write()].flat())
  expect(emails).not.toEqual([])
  for (const email of emails) {
    const [html, text] = speaking('es', () => [emailHtml(email, letterhead), emailText(email, letterhead)])
    expect(html).toContain('<html lang="es">')
    for (const written of [email.subject, html, text.replaceAll('\n', ' <br> ')])
      expect(englishIn(written)).toEqual([])
  }
})

test('an email says what it is written in, and dates follow its language', () => {
  const write = () => umbrellaSignatureEmail(to, signing)
  const spanish = writtenIn('es', write)
  expect(spanish).toMatchObject({ language: 'es', subject: 'Su póliza paraguas: firme para comprarla' })
  expect(spanish.facts).toContainEqual(['Comenzaría el', '1 de diciembre de 2026'])
  expect(spanish.facts).toContainEqual(['A petición de', 'Casa Realty'])
  expect(writtenIn(undefined, write)).toMatchObject({ subject: 'Your umbrella policy: sign to buy it' })
})

test('a payment that was stored with a sentence is still described by it', () => {
  const sentence = 'Homeowners insurance of Maple, payment 2 of 4'
  expect(descriptionWords(sentence)).toBe(sentence)
  expect(namesCarrier(sentence, 'Maple')).toBe(true)
  const [paidFor] = money.description
  expect(paidFor && descriptionWords([paidFor])).toBe('Homeowners insurance from Maple, payment 2 of 4')
})
