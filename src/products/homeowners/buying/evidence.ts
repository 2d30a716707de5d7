import type { Interest } from '../../../agency/carriers/contract/details.ts'
import { moneyOf, type PolicyMoney } from '../../../agency/policies/closing/paid.ts'
import { startOfDay } from '../../../agency/policies/coverage-start.ts'
import type { Mortgagee, PropertyEvidence } from '../../../agency/policies/evidence.ts'
import { hasEnded, neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import type { Renewal } from '../../../agency/policies/life/renewals.ts'
import { byRank } from '../../../agency/policies/mortgagee-label.ts'
import { orderOf } from '../../../agency/policies/orders.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { PolicyRequestKind } from '../../../agency/policies/policy-request.ts'
import { insuredNames, stateOf } from '../../../agency/policies/terms.ts'
import {
  type ChangeablePart,
  droppedFrom,
  type IssuedTerms,
  isUnstated,
  limitIn,
  versionOn,
} from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { policyToday, renewedNow } from '../../line/aftersale/shown-life.ts'

const OVER = 'This policy has ended. There is no evidence of insurance to send.'
const VOID =
  'This policy was canceled from the start. It never took effect, so there is no evidence of insurance to send.'
const RENEWED =
  'This policy was renewed, and not all limits of the renewed period are on record, so we cannot certify it. Ask the agency to record them, or ask the insurance company for evidence.'

const IMPORTED =
  'This policy was sold elsewhere, and we don’t have its declarations page yet, so we cannot certify it. Ask the agency to file the page, or ask the insurance company for evidence.'

/** The period began with a renewal whose limits its carrier did not all state, and the earlier ones may not hold. */
export const lacksLimits = ({ terms, effective_date }: Pick<Policy, 'terms' | 'effective_date'>): boolean =>
  isRenewed(terms, effective_date) &&
  (terms.unstated ?? []).some(({ part, since }) => part === 'coverages' && since === terms.period.from)

const isRenewed = ({ period }: IssuedTerms, effective_date: string): boolean => period.from > effective_date

export const refuseOver = (app: App, policy: Policy): void => {
  if (neverTookEffect(policy)) fail('conflict', { message: VOID })
  if (hasEnded(policy, app.clock.now())) fail('conflict', { message: OVER })
  if (lacksLimits(policy)) fail('conflict', { message: RENEWED })
  if (isUnconfirmed(policy, policyToday(policy, app.clock.now()))) fail('conflict', { message: IMPORTED })
}

/** Its terms come from another system’s file, and no declarations page confirms them yet. */
const isUnconfirmed = ({ versions }: Pick<Policy, 'versions'>, today: string): boolean => {
  const { effective_from } = versionOn(versions, today)
  const until = versions.filter(one => one.effective_from <= effective_from)
  const last = until.findLastIndex(({ basis }) => basis === 'imported')
  return last >= 0 && !until.slice(last).some(({ basis }) => basis === 'declarations')
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

const KINDS: Record<ChangeablePart, PolicyRequestKind> = {
  coverages: 'coverage',
  interests: 'lender',
  named_insureds: 'named_insured',
  mailing_address: 'mailing_address',
}

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

const periodPart = ({ terms, effective_at, effective_date, ...policy }: Policy) => {
  const { from, to } = terms.period
  return {
    expiration_date: to,
    annual_price: Math.round(terms.price_cents / 100),
    ...(isRenewed(terms, effective_date)
      ? { renewed_on: from, effective_at: startOfDay(stateOf(policy), from).toISOString() }
      : { effective_at }),
  }
}

type Amounts = Pick<PropertyEvidence, 'coverages' | 'deductibles'>

const amountsIn = (terms: IssuedTerms): Amounts => {
  const dwelling = limitIn(terms, 'dwelling_coverage') ?? 0
  const amountsOf = (wanted: 'limit' | 'deductible') =>
    terms.coverages.flatMap(({ kind, label, amount }) => {
      if (kind !== wanted || 'words' in amount) return []
      return 'cents' in amount
        ? [{ label, dollars: Math.round(amount.cents / 100) }]
        : [{ label, dollars: Math.round((dwelling * amount.percent) / 100), percent: amount.percent }]
    })
  return { coverages: amountsOf('limit'), deductibles: amountsOf('deductible') }
}

const droppedIn = ({ versions: [first] }: Policy, terms: IssuedTerms): Pick<PropertyEvidence, 'dropped'> => {
  const dropped = first ? droppedFrom(first.terms, terms) : []
  return dropped.length === 0 ? {} : { dropped }
}

const nextPeriod = ({ clock }: App, policy: Policy): Pick<PropertyEvidence, 'next_period'> => {
  const today = policyToday(policy, clock.now())
  const begins = policy.versions.find(({ terms }) => terms.period.from > today)?.effective_from
  if (begins === undefined || begins <= policy.effective_date || policy.end !== null) return {}
  const { terms } = versionOn(policy.versions, begins)
  return {
    next_period: {
      effective_date: terms.period.from,
      expiration_date: terms.period.to,
      annual_price: Math.round(terms.price_cents / 100),
      policy_number: terms.policy_number,
      ...(!isUnstated(terms, 'coverages') && { ...amountsIn(terms), ...droppedIn(policy, terms) }),
    },
  }
}

const companiesPart = ({ producer, carrier, carrier_naic, carrier_address }: Policy) => ({
  carrier: { name: carrier, ...known({ naic: carrier_naic, address: carrier_address }) },
  producer: {
    name: producer.name,
    ...known({ license: producer.license, phone: producer.phone, address: producer.address }),
  },
})

const asOf = ({ versions }: Policy, today: string): PropertyEvidence['version'] => {
  const { version, basis, effective_from } = versionOn(versions, today)
  return basis === 'imported'
    ? fail('conflict', { message: IMPORTED })
    : { number: version, basis, effective_from }
}

/** Shows a lender nothing personal beyond the names and the property. */
export const evidenceOf = async (app: App, policy: Policy): Promise<PropertyEvidence> => {
  const order = await orderOf(app, policy)
  const { applicants = [] } = order?.request ?? {}
  const { terms } = policy
  const { interests, unstated = [] } = terms
  const property = terms.place.address ?? fail('not_found')
  const { replacement_cost: cost, end } = policy
  const insureds = insuredNames(policy)
  const renewal = renewedNow(policy, app.clock.now())
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
      form: terms.forms[0],
      title_holder: interests.find(({ kind }) => kind === 'title_holder')?.name,
      canceled_on: end?.ended_on,
    }),
    ...companiesPart(policy),
    version: asOf(policy, policyToday(policy, app.clock.now())),
    ...amountsIn(terms),
    ...droppedIn(policy, terms),
    ...nextPeriod(app, policy),
    ...periodPart(policy),
    payment: paymentOf(
      agreedFor(policy, renewal),
      await moneyOf(app, policy, { order, period: renewal && terms.period.from }),
    ),
    mortgagees: mortgageesIn(interests),
    replacement_cost: known({
      dwelling_limit: limitIn(terms, 'dwelling_coverage'),
      estimate: cost?.dollars,
      rule: cost?.rule,
    }),
    changed_since: unstated.map(({ part, since }) => ({ kind: KINDS[part], done_on: since })),
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
