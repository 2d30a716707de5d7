import { orderLateEmail } from '../../../../agency/emails/buying/ended.ts'
import { type SignedCopy, signedCopyEmail } from '../../../../agency/emails/buying/signed-copy.ts'
import { moneyBackWords } from '../../../../agency/emails/payment-notices.ts'
import type { Payment } from '../../../../agency/payments/payments.ts'
import { momentIn } from '../../../../agency/policies/coverage-start.ts'
import { hasEnded, isBinderOver } from '../../../../agency/policies/life/policy-end.ts'
import type { Order } from '../../../../agency/policies/orders.ts'
import { policiesOf } from '../../../../agency/policies/policies.ts'
import { type PolicyFacts, stateOf } from '../../../../agency/policies/terms.ts'
import type { App } from '../../../../platform/app.ts'
import { DAY } from '../../../../platform/lib/clock.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { dayWords } from '../../../../platform/values/calendar.ts'
import { usd, usdCents } from '../../../../platform/values/money.ts'
import { priceWords } from '../../aftersale/price-move.ts'
import { issuedTerms, paidFactsIn, type TermsNow, termsNow } from '../../aftersale/terms-now.ts'
import type { MoneyOutcome } from '../../buying/settle-money.ts'
import { blockedNotices, tellOfReports } from '../../buying/tell-of-reports.ts'
import { listOffers } from '../../offers/store.ts'
import { BINDING_STOP } from '../../stops/stops.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { reviewUrl } from '../intake/review-token.ts'
import { type Told, tell, tellOfferChanged } from '../quoting/notify.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { lineOf, type PaymentAfter, type ReviewedOffer } from '../reviewed-line.ts'
import { purchasePaymentWords } from './billing.ts'
import { emailedDocumentUrl } from './policy-links.ts'

export const tellPayment = (
  app: App,
  intake: ReviewedIntake,
  { payment, after }: { payment: Payment; after: PaymentAfter },
): Promise<void> => {
  const { amount_cents, description, due_on, url: link } = payment
  return tell(app, intake, {
    purpose: 'payment_needed',
    email: (to, who) =>
      lineOf(intake).emails.payment(to, {
        ...who,
        amount: usdCents(amount_cents),
        description,
        payBy: due_on && dayWords(due_on),
        link,
        after,
      }),
  })
}

export const tellToSign = async (app: App, intake: ReviewedIntake): Promise<void> => {
  const row = await selectedOffer(app, intake)
  if (!row) throw new Error(`${intake.uid} has nothing to sign.`)
  const { carrier, annual_price } = row.offer
  const { effective_date = '' } = intake.application.household
  const facts = { carrier, price: usd(annual_price), effective_date }
  await tell(app, intake, {
    purpose: 'signature_needed',
    email: (to, who) =>
      lineOf(intake).emails.signature(to, {
        ...who,
        ...facts,
        payment: purchasePaymentWords(app, intake, row),
      }),
  })
}

export const tellDocuments = async (
  app: App,
  intake: ReviewedIntake,
  reasons: readonly string[] = [],
): Promise<void> => {
  const row = await selectedOffer(app, intake)
  if (!row) throw new Error(`${intake.uid} needs documents without an offer.`)
  const { carrier } = row.offer
  const { effective_date = null } = intake.application.household
  await tell(app, intake, {
    purpose: 'documents_needed',
    email: (to, who) => lineOf(intake).emails.documents(to, { ...who, carrier, reasons, effective_date }),
  })
}

export const tellAsked = (app: App, intake: ReviewedIntake): Promise<void> => {
  const { from, reason } = intake.application.purchase?.info_request ?? {}
  const question = from === 'documents' && reason !== undefined ? reason : null
  const { effective_date = null } = intake.application.household
  return tell(app, intake, {
    purpose: 'bind_held',
    email: (to, who) => lineOf(intake).emails.question(to, { ...who, question, effective_date }),
  })
}

export const tellOrderLate = (
  app: App,
  intake: ReviewedIntake,
  { order, carrier }: { order: Order; carrier: string },
): Promise<void> =>
  tell(app, intake, {
    purpose: 'order_late',
    email: (to, who) =>
      orderLateEmail(to, {
        ...who,
        carrier,
        expected_by: order.expected_by && momentIn(stateOf(order.terms), order.expected_by),
      }),
  })

const tellBuyerOfReports = (
  app: App,
  intake: ReviewedIntake,
  order: Pick<Order, 'terms' | 'answer'>,
): Promise<void> =>
  tellOfReports(app, {
    uid: intake.uid,
    notices: blockedNotices([order]),
    tell: ({ purpose, email }) =>
      tell(app, intake, {
        purpose,
        onlyBuyer: true,
        email: (to, { firstName }) => email(to, { firstName, link: null }),
      }),
  })

export const tellRepriced = async (
  app: App,
  intake: ReviewedIntake,
  { order, money }: { order: Pick<Order, 'terms' | 'answer' | 'request'>; money: MoneyOutcome },
): Promise<void> => {
  const { answer, request, terms } = order
  if (answer?.kind !== 'price_changed') return
  const { carrier } = terms
  await tellOfferChanged(app, intake, {
    carrier,
    before: request.annual_price,
    after: answer.annual_price,
    money,
  })
  await tellBuyerOfReports(app, intake, order)
}

export const tellBlocked = async (
  app: App,
  intake: ReviewedIntake,
  { order, money }: { order: Pick<Order, 'terms' | 'answer'>; money: MoneyOutcome },
): Promise<void> => {
  const notices = blockedNotices([order])
  const facts = {
    carrier: order.terms.carrier,
    reason: notices.length > 0 ? null : (intake.application.purchase?.blocked_because ?? null),
    stopped: order.answer?.kind === 'blocked' && order.answer.reason_code === BINDING_STOP,
  }
  await tell(app, intake, {
    purpose: 'bind_held',
    email: (to, who) =>
      lineOf(intake).emails.blocked(to, {
        ...who,
        ...facts,
        money_back: moneyBackWords({ ...money, usd: usdCents }),
      }),
  })
  await tellBuyerOfReports(app, intake, order)
}

const limitIn = ({ renewed }: TermsNow, offer: ReviewedOffer | undefined): string | null => {
  const limit = renewed ? renewed.limit : offer?.coverage_limit
  return limit === undefined || limit === null ? null : usd(limit)
}

const BINDER_LINK_LIVES = 30 * DAY

export const tellBound = async (app: App, intake: ReviewedIntake, policy: PolicyFacts): Promise<void> =>
  tellTerms(app, intake, {
    policy,
    terms: await issuedTerms(app, intake.uid, policy),
    told: { purpose: 'policy_bound' },
  })

type BoundPolicy = {
  policy: PolicyFacts
  terms: TermsNow
  told: Pick<Told, 'purpose' | 'onlyBuyer'>
  isBinderOver?: boolean
}

const findBinderId = async (app: App, uid: string): Promise<string | undefined> => {
  const documents = (await policiesOf(app, uid)).flatMap(one => one.documents)
  return documents.find(({ kind }) => kind === 'binder')?.document_id
}

const tellTerms = async (
  app: App,
  intake: ReviewedIntake,
  { policy, terms, told, isBinderOver = false }: BoundPolicy,
): Promise<void> => {
  const { renewed } = terms
  const row = await selectedOffer(app, intake)
  const { carrier, policy_number, effective_at, signature, surplus_lines, illustrative } = policy
  const dayOf = (iso: string): string => dayIn(stateOf(policy), new Date(iso))
  const facts = {
    carrier,
    policy_number,
    ...(surplus_lines && { surplus_lines }),
    ...(illustrative && { illustrative }),
    isBinderOver,
    signedOn: signature?.kind === 'person' ? dayOf(signature.signed_at) : null,
    confirmedOn: signature && 'attested_at' in signature ? dayOf(signature.attested_at) : null,
    limit: limitIn(terms, row?.offer),
    ...(renewed && { renewed }),
  }
  const document_id = await findBinderId(app, intake.uid)
  const linkFor = (to: string): string | null => {
    if (renewed) return reviewUrl(app, intake.uid)
    return document_id
      ? emailedDocumentUrl(app, intake, { document_id, to, livesMs: BINDER_LINK_LIVES })
      : null
  }
  await tell(app, intake, {
    ...told,
    email: (to, who) =>
      lineOf(intake).emails.bound(to, {
        ...who,
        ...facts,
        link: linkFor(to),
        price: priceWords(terms.annual_price),
        paid: paidFactsIn(terms),
        covered_from: momentIn(stateOf(policy), new Date(effective_at)),
      }),
  })
}

export const tellBoundAgain = async (app: App, intake: ReviewedIntake): Promise<boolean> => {
  const now = app.clock.now()
  const policy = (await policiesOf(app, intake.uid)).find(one => one.end === null && !hasEnded(one, now))
  if (!policy) return false
  const told = { purpose: 'policy_bound_again', onlyBuyer: true } as const
  const terms = await termsNow(app, policy)
  await tellTerms(app, intake, { policy, terms, told, isBinderOver: isBinderOver(policy, now) })
  return true
}

/** The signer's own copy, in the transaction of the signature. */
export const tellSigned = async (
  app: App,
  intake: ReviewedIntake,
  {
    said,
    ...signed
  }: Pick<SignedCopy, 'signed_name' | 'texts'> & { said: SignedCopy['answers'][number]['answers'] },
): Promise<void> => {
  const rows = await listOffers(app.db, intake)
  const isCurrent = ({ superseded_at }: (typeof rows)[number]): boolean => superseded_at === null
  await tell(app, intake, {
    purpose: 'signed_copy',
    onlyBuyer: true,
    email: (to, { firstName, contact }) =>
      signedCopyEmail(to, {
        ...signed,
        firstName,
        contact,
        signed_at: momentIn(intake.application.household.state ?? '', app.clock.now()),
        offers: rows.filter(isCurrent).map(({ offer, selected_at }) => ({
          carrier: offer.carrier,
          price: usd(offer.annual_price),
          isChosen: selected_at !== null,
        })),
        answers: [{ title: lineOf(intake).words.policy, answers: said }],
      }),
  })
}
