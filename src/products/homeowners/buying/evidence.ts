import type { Interest } from '../../../agency/carriers/contract/details.ts'
import { moneyOf, type PolicyMoney } from '../../../agency/policies/closing/paid.ts'
import { startOfDay } from '../../../agency/policies/coverage-start.ts'
import type { Mortgagee, PropertyEvidence } from '../../../agency/policies/evidence.ts'
import { areLimitsStated, droppedLimits, type LimitLabel } from '../../../agency/policies/life/limits.ts'
import { hasEnded, neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import type { Renewal } from '../../../agency/policies/life/renewals.ts'
import { byRank } from '../../../agency/policies/mortgagee-label.ts'
import { type Order, orderOf } from '../../../agency/policies/orders.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { PolicyRequestKind } from '../../../agency/policies/policy-request.ts'
import { insuredNames, stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { policyToday, priceNow, renewedNow } from '../../line/aftersale/shown-life.ts'
import { homeOffers, type StoredOffer } from '../quoting/offers.ts'
import { coverageAmounts, limitLabels } from './coverage-rows.ts'

const OVER = 'This policy has ended. There is no evidence of insurance to send.'
const VOID =
  'This policy was canceled from the start. It never took effect, so there is no evidence of insurance to send.'
const RENEWED =
  'This policy was renewed, and not all limits of the renewed period are on record, so we cannot certify it. Ask the agency to record them, or ask the insurance company for evidence.'

const labelsOf = (policy: Policy): LimitLabel[] => limitLabels(policy.form, stateOf(policy))

/** The current period began with a renewal whose limits we don't know, and the first period's may not hold. */
export const lacksLimits = ({ clock }: App, policy: Policy): boolean => {
  const renewal = renewedNow(policy, clock.now())
  return renewal !== null && !areLimitsStated(policy, renewal, labelsOf(policy))
}

export const refuseOver = (app: App, policy: Policy): void => {
  if (neverTookEffect(policy)) fail('conflict', { message: VOID })
  if (hasEnded(policy, app.clock.now())) fail('conflict', { message: OVER })
  if (lacksLimits(app, policy)) fail('conflict', { message: RENEWED })
}

type Known<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> }

const known = <T extends object>(values: T): Known<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Known<T>

const mortgageesIn = (interests: readonly Interest[]): Mortgagee[] =>
  interests
    .filter(({ kind }) => kind === 'mortgagee')
    .toSorted(byRank)
    .map(({ name, rank, clause, loan_number, address, escrow }) => ({
      name,
      ...known({ rank, clause, loan_number, address, escrow }),
    }))

const NO_CHANGES: readonly PolicyRequestKind[] = ['documents', 'cancellation', 'renewal']

/** The limits of a renewed period come from its own declarations page, which includes earlier changes. */
const changesOf = (policy: Policy, renewal: Renewal | null): PropertyEvidence['changed_since'] =>
  policy.requests.flatMap(({ kind, status, answered_at }) =>
    status === 'done' &&
    answered_at !== null &&
    !NO_CHANGES.includes(kind) &&
    !(kind === 'coverage' && renewal !== null && dayIn(stateOf(policy), answered_at) < renewal.due_on)
      ? [{ kind, done_on: dayIn(stateOf(policy), answered_at) }]
      : [],
  )

type Agreed = { bill_to: string | undefined; terms: string[] }

const agreedFor = ({ billing }: Policy, renewal: Renewal | null): Agreed =>
  renewal
    ? { bill_to: renewal.bill_to, terms: renewal.payment === undefined ? [] : [renewal.payment] }
    : { bill_to: billing?.bill_to, terms: billing?.words ?? [] }

const paymentOf = ({ bill_to, terms }: Agreed, money: PolicyMoney): PropertyEvidence['payment'] => ({
  ...known({ bill_to }),
  terms,
  paid_cents: money.paid_cents,
  ...known({ paid_on: money.paid_on }),
  unpaid: money.unpaid.map(({ cents, due_on, reference }) => ({ cents, ...known({ due_on }), reference })),
  scheduled: money.scheduled,
})

const periodPart = (app: App, policy: Policy, renewal: Renewal | null) =>
  renewal === null
    ? { effective_at: policy.effective_at, expiration_date: policy.expiration_date }
    : {
        renewed_on: renewal.due_on,
        effective_at: startOfDay(stateOf(policy), renewal.due_on).toISOString(),
        expiration_date: renewal.period_to ?? policy.expiration_date,
        annual_price: priceNow(policy, app.clock.now()),
      }

type Amounts = Pick<PropertyEvidence, 'coverages' | 'deductibles'>

const amountsIn = (limits: Parameters<typeof coverageAmounts>[0] | null, state: string): Amounts => {
  const amounts = limits ? coverageAmounts(limits, state) : []
  const amountsOf = (wanted: 'limit' | 'deductible') =>
    amounts.flatMap(({ kind, ...amount }) => (kind === wanted ? [amount] : []))
  return { coverages: amountsOf('limit'), deductibles: amountsOf('deductible') }
}

const droppedIn = (policy: Policy, renewal: Renewal): Pick<PropertyEvidence, 'dropped'> => {
  const dropped = droppedLimits(renewal, labelsOf(policy)).map(({ label }) => label)
  return dropped.length === 0 ? {} : { dropped }
}

const limitsIn = ({ form: policy_form }: Policy, { limits }: Renewal) => ({ policy_form, ...limits })

const nextPeriod = ({ clock }: App, policy: Policy): Pick<PropertyEvidence, 'next_period'> => {
  const today = policyToday(policy, clock.now())
  const renewal = policy.renewals.find(({ status, due_on }) => status === 'renewed' && due_on > today)
  if (!renewal || policy.end !== null || renewal.period_to === null || renewal.annual_price === null)
    return {}
  return {
    next_period: {
      effective_date: renewal.due_on,
      expiration_date: renewal.period_to,
      annual_price: renewal.annual_price,
      policy_number: renewal.policy_number ?? policy.policy_number,
      ...(areLimitsStated(policy, renewal, labelsOf(policy)) && {
        ...amountsIn(limitsIn(policy, renewal), stateOf(policy)),
        ...droppedIn(policy, renewal),
      }),
    },
  }
}

const offerOf = async (app: App, { uid, offer_id }: Order): Promise<StoredOffer | null> => {
  const [row] = await homeOffers.find(app.db, uid, [offer_id])
  return row?.offer ?? null
}

const companiesPart = ({ producer, carrier, carrier_naic, carrier_address }: Policy) => ({
  carrier: { name: carrier, ...known({ naic: carrier_naic, address: carrier_address }) },
  producer: {
    name: producer.name,
    ...known({ license: producer.license, phone: producer.phone, address: producer.address }),
  },
})

/** Shows a lender nothing personal beyond the names and the property. */
export const evidenceOf = async (app: App, policy: Policy): Promise<PropertyEvidence> => {
  const order = (await orderOf(app, policy)) ?? fail('not_found')
  const { property = fail('not_found'), interests = [], applicants = [] } = order.request
  const { replacement_cost: cost, end } = policy
  const insureds = insuredNames(policy)
  const offer = await offerOf(app, order)
  const renewal = renewedNow(policy, app.clock.now())
  const limits = renewal ? limitsIn(policy, renewal) : offer
  return {
    policy_number: policy.policy_number,
    ...(policy.binder_number !== undefined && { binder_number: policy.binder_number }),
    ...(policy.binder_ends !== undefined && { binder_ends: policy.binder_ends }),
    insureds,
    other_owners: applicants.map(({ full_name }) => full_name).filter(name => !insureds.includes(name)),
    property: {
      street: property.street,
      city: property.city,
      state: property.state,
      zip: property.zip,
    },
    ...known({
      form: policy.form,
      title_holder: interests.find(({ kind }) => kind === 'title_holder')?.name,
      canceled_on: end?.ended_on,
    }),
    ...companiesPart(policy),
    ...amountsIn(limits, stateOf(policy)),
    ...(renewal && droppedIn(policy, renewal)),
    ...nextPeriod(app, policy),
    annual_price: policy.annual_price,
    ...periodPart(app, policy, renewal),
    payment: paymentOf(
      agreedFor(policy, renewal),
      await moneyOf(app, policy, { order, period: renewal?.due_on ?? null }),
    ),
    mortgagees: mortgageesIn(interests),
    replacement_cost: known({
      dwelling_limit: limits?.dwelling_coverage,
      estimate: cost?.dollars,
      rule: cost?.rule,
    }),
    changed_since: changesOf(policy, renewal),
    surplus_lines: policy.surplus_lines ?? [],
    issued_at: policy.issued_at,
    sandbox: policy.sandbox,
    illustrative: policy.illustrative ?? false,
  }
}

/** A link for one lender shows that lender alone. `mortgagee` counts from 1, by rank. */
export const evidenceForLender = (evidence: PropertyEvidence, mortgagee: number | null): PropertyEvidence =>
  mortgagee === null
    ? evidence
    : { ...evidence, mortgagees: evidence.mortgagees.slice(mortgagee - 1, mortgagee) }
