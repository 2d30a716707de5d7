import { bindHeldEmail, type HeldFacts } from '../../../agency/emails/bind-held.ts'
import { orderLateEmail } from '../../../agency/emails/buying/ended.ts'
import { namedInsuredBoundEmail } from '../../../agency/emails/buying/named-insured.ts'
import { priceChangedEmail } from '../../../agency/emails/buying/price-changed.ts'
import { signedCopyEmail } from '../../../agency/emails/buying/signed-copy.ts'
import { type BoundFacts, policyBoundEmail } from '../../../agency/emails/homeowners-bound.ts'
import { moneyBackWords } from '../../../agency/emails/payment-notices.ts'
import type { EmailPurpose } from '../../../agency/emails/rules/limits.ts'
import { momentIn } from '../../../agency/policies/coverage-start.ts'
import { hasEnded, isBinderOver } from '../../../agency/policies/life/policy-end.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import { type PolicyFacts, stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { priceWords } from '../../line/aftersale/price-move.ts'
import { issuedTerms, paidFactsIn, type TermsNow, termsNow } from '../../line/aftersale/terms-now.ts'
import type { AnsweredOrder } from '../../line/buying/binding-line.ts'
import type { MoneyOutcome } from '../../line/buying/settle-money.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { type EmailFacts, tellHomeowner, tellOtherInsureds } from '../quoting/notify.ts'
import { homeOffers } from '../quoting/offers.ts'
import { saidIn } from './review.ts'

type BoundPolicy = { policy: PolicyFacts; terms: TermsNow; isBinderOver?: boolean }

const boundFacts = ({
  policy,
  terms,
  isBinderOver = false,
}: BoundPolicy): BoundFacts['policies'][number] => ({
  ...policy,
  isBinderOver,
  price: priceWords(terms.annual_price),
  paid: paidFactsIn(terms),
  ...(terms.renewed && { renewed: terms.renewed }),
  covered_from: momentIn(stateOf(policy), new Date(policy.effective_at)),
  covers: policy.location.lines.join(', '),
})

const tellBuyerBound = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { bound, purpose }: { bound: readonly BoundPolicy[]; purpose: EmailPurpose },
): Promise<void> => {
  const email = (to: string, facts: EmailFacts) =>
    policyBoundEmail(to, { ...facts, policies: bound.map(boundFacts) })
  await tellHomeowner(app, intake, { purpose, email })
}

export const tellBoundAgain = async (app: App, intake: HomeownersIntakeRecord): Promise<boolean> => {
  const now = app.clock.now()
  const policies = (await policiesOf(app, intake.uid)).filter(one => one.end === null && !hasEnded(one, now))
  if (policies.length === 0) return false
  const bound: BoundPolicy[] = []
  for (const policy of policies)
    bound.push({ policy, terms: await termsNow(app, policy), isBinderOver: isBinderOver(policy, now) })
  await tellBuyerBound(app, intake, { bound, purpose: 'policy_bound_again' })
  return true
}

export const tellBound = async (
  app: App,
  intake: HomeownersIntakeRecord,
  policies: readonly PolicyFacts[],
): Promise<void> => {
  if (policies.length === 0) return
  const bound: BoundPolicy[] = []
  for (const policy of policies) bound.push({ policy, terms: await issuedTerms(app, intake.uid, policy) })
  await tellBuyerBound(app, intake, { bound, purpose: 'policy_bound' })
  await tellOtherInsureds(app, intake, {
    purpose: 'policy_bound',
    names: policies.flatMap(({ other_insureds = [] }) => other_insureds),
    email: (to, { firstName, fullName }) =>
      namedInsuredBoundEmail(to, {
        firstName,
        contact: contactWords(app.config.agency),
        policies: bound.filter(({ policy }) => policy.other_insureds?.includes(fullName)).map(boundFacts),
      }),
  })
}

export const homeAmongSeveral = (
  { application: { homes } }: HomeownersIntakeRecord,
  { location }: Pick<PolicyFacts, 'location'>,
): { home?: string } => (homes.length > 1 ? { home: location.lines.join(', ') } : {})

export const tellRepriced = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { answer, request, terms }: AnsweredOrder,
  money: MoneyOutcome,
): Promise<void> => {
  if (answer.kind !== 'price_changed') return
  const told = {
    carrier: terms.carrier,
    ...homeAmongSeveral(intake, terms),
    signed_price: usd(request.annual_price),
    new_price: usd(answer.annual_price),
  }
  const email = (to: string, { firstName, link }: EmailFacts) =>
    priceChangedEmail(to, {
      firstName,
      link,
      ...told,
      money_back: moneyBackWords({ ...money, usd: usdCents }),
    })
  await tellHomeowner(app, intake, { purpose: 'price_changed', email })
}

export const tellOrderLate = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { order, carrier }: { order: Order; carrier: string },
): Promise<void> => {
  const email = (to: string, { firstName, link }: EmailFacts) =>
    orderLateEmail(to, {
      firstName,
      link,
      carrier,
      expected_by: order.expected_by && momentIn(stateOf(order.terms), order.expected_by),
      contact: contactWords(app.config.agency),
    })
  await tellHomeowner(app, intake, { purpose: 'order_late', email })
}

export const tellHeld = async (
  app: App,
  intake: HomeownersIntakeRecord,
  carriers: HeldFacts['carriers'],
  money: MoneyOutcome,
): Promise<void> => {
  if (carriers.length === 0) return
  const email = (to: string, facts: EmailFacts) =>
    bindHeldEmail(to, { ...facts, carriers, money_back: moneyBackWords({ ...money, usd: usdCents }) })
  await tellHomeowner(app, intake, { purpose: 'bind_held', email })
}

/** The signer's own copy, in the transaction of the signature. */
export const tellSigned = async (
  app: App,
  intake: HomeownersIntakeRecord,
  signed: { signed_name: string; texts: readonly string[] },
): Promise<void> => {
  const offers = await homeOffers.list(app.db, intake)
  await tellHomeowner(app, intake, {
    purpose: 'signed_copy',
    email: (to, { firstName }) =>
      signedCopyEmail(to, {
        ...signed,
        firstName,
        signed_at: momentIn(intake.application.homes[0]?.state ?? '', app.clock.now()),
        contact: contactWords(app.config.agency),
        offers: offers.map(({ offer, selected_at }) => ({
          carrier: offer.carrier,
          price: usd(offer.annual_price),
          isChosen: selected_at !== null,
        })),
        answers: saidIn(intake),
      }),
  })
}
