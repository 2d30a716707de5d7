import { dayIn } from '../../platform/lib/local-day.ts'
import { dollarsIn, usdCents } from '../../platform/values/money.ts'
import type { BindRequest, PostalAddress } from '../carriers/contract/bind.ts'
import type { Interest } from '../carriers/contract/details.ts'
import type { LimitName } from '../carriers/contract/limit-names.ts'
import { type LimitLabel, limitLabel, limitLabelled } from './life/limits.ts'
import type { Renewal, RenewalLimit } from './life/renewals.ts'
import type { PolicyRequest } from './life/requests.ts'
import { mortgageeRank } from './mortgagee-label.ts'
import type { PolicyRequestKind } from './policy-request.ts'
import { insuredNames, type LabelledRow, type PolicyFacts, stateOf } from './terms.ts'
import type { VersionBasis } from './version-store.ts'

export type IssuedAmount = { cents: number } | { percent: number } | { words: string }

export type IssuedCoverage = {
  /** Absent: a coverage in the carrier's own words. A percent is one of the dwelling limit. */
  name?: LimitName | 'water_backup' | 'ordinance_or_law'
  label: string
  kind: LimitLabel['kind']
  amount: IssuedAmount
}

export type ChangeablePart = 'coverages' | 'interests' | 'named_insureds' | 'mailing_address'

/** The terms of a policy as its carrier stated them. Money is in cents, and days end at 12:01 a.m. where it insures. */
export type IssuedTerms = {
  policy_number: string
  carrier: string
  named_insureds: string[]
  mailing_address: string | null
  place: { kind: 'property' | 'household'; lines: string[]; address: PostalAddress | null }
  period: { from: string; to: string }
  coverages: IssuedCoverage[]
  roof_settlement?: 'actual_cash_value' | 'replacement_cost'
  forms: string[]
  interests: Interest[]
  price_cents: number
  charges: { label: string; cents: number }[]
  /** What the carrier changed since without stating it to us, and from when. */
  unstated?: { part: ChangeablePart; since: string }[]
}

const amountWords = (amount: IssuedAmount): string => {
  if ('cents' in amount) return usdCents(amount.cents)
  return 'percent' in amount ? `${amount.percent}%` : amount.words
}

export const coverageRowsOf = ({ coverages }: Pick<IssuedTerms, 'coverages'>): LabelledRow[] =>
  coverages.map(({ label, amount }) => ({ label, amount: amountWords(amount) }))

const coverageIn = ({ label, amount }: LabelledRow, facts: PolicyFacts): IssuedCoverage => {
  const name = limitLabelled(label, { form: facts.form, state: stateOf(facts) })
  const dollars = /^\$[\d,]+$/.test(amount) ? dollarsIn(amount) : null
  return {
    ...(name && { name }),
    label,
    kind: name ? limitLabel(name, { form: facts.form, state: stateOf(facts) }).kind : 'limit',
    amount: dollars === null ? { words: amount } : { cents: dollars * 100 },
  }
}

/** Orders from before interests went to the carrier one by one only have the lines of their binder. */
const interestsIn = ({ interests }: PolicyFacts): Interest[] =>
  interests.flatMap(({ label, lines: [name, ...more] }): Interest[] => {
    if (name === undefined) return []
    if (label === 'Title holder') return [{ kind: 'title_holder', name }]
    const rank = mortgageeRank(label)
    if (rank === null) return []
    const loan_number = more.find(line => line.startsWith('Loan '))?.slice(5)
    const address = more.find(line => !line.startsWith('Loan '))
    return [
      {
        kind: 'mortgagee',
        name,
        ...(rank > 0 && { rank }),
        ...(loan_number && { loan_number }),
        ...(address && { address }),
      },
    ]
  })

const mailingAddress = ({ insured: { mailing_address, address } }: PolicyFacts): string | null =>
  mailing_address ?? (address ? `${address.street}, ${address.city}, ${address.state} ${address.zip}` : null)

export const termsAtIssue = (
  request: Pick<BindRequest, 'property' | 'interests'> | null,
  facts: PolicyFacts,
): IssuedTerms => ({
  policy_number: facts.policy_number,
  carrier: facts.carrier,
  named_insureds: insuredNames(facts),
  mailing_address: mailingAddress(facts),
  place: {
    kind: request?.property ? 'property' : 'household',
    lines: facts.location.lines,
    address: request?.property ?? facts.insured.address ?? null,
  },
  period: { from: facts.effective_date, to: facts.expiration_date },
  coverages: facts.coverages.map(row => coverageIn(row, facts)),
  forms: facts.form === null ? [] : [facts.form],
  interests: [...(request?.interests ?? interestsIn(facts))],
  price_cents: facts.annual_price * 100,
  charges: (facts.charges ?? []).map(({ label, amount_cents }) => ({ label, cents: amount_cents })),
})

export const limitIn = (
  { coverages }: Pick<IssuedTerms, 'coverages'>,
  name: LimitName,
): number | undefined => {
  const { amount } = coverages.find(one => one.name === name) ?? {}
  return amount && 'cents' in amount ? Math.round(amount.cents / 100) : undefined
}

export const isUnstated = ({ unstated = [] }: Pick<IssuedTerms, 'unstated'>, part: ChangeablePart): boolean =>
  unstated.some(one => one.part === part)

export const droppedFrom = (issued: IssuedTerms, terms: IssuedTerms): string[] =>
  isUnstated(terms, 'coverages')
    ? []
    : issued.coverages.flatMap(({ name, label }) =>
        name === undefined || terms.coverages.some(one => one.name === name) ? [] : [label],
      )

const without = (terms: IssuedTerms, part: ChangeablePart): IssuedTerms['unstated'] =>
  (terms.unstated ?? []).filter(one => one.part !== part)

const withUnstated = (terms: IssuedTerms, part: ChangeablePart, since: string): IssuedTerms => ({
  ...terms,
  unstated: [...(without(terms, part) ?? []), { part, since }],
})

export const withStated = <P extends ChangeablePart>(
  terms: IssuedTerms,
  part: P,
  value: IssuedTerms[P],
): IssuedTerms => {
  const { unstated: _, ...rest } = terms
  const left = without(terms, part) ?? []
  return { ...rest, [part]: value, ...(left.length > 0 && { unstated: left }) }
}

type StatedLimits = Partial<Record<RenewalLimit, number | null>>

/** Null: not every limit that the policy had is stated, so the new set is not known. */
const statedCoverages = (
  terms: IssuedTerms,
  limits: StatedLimits,
  state: string,
): IssuedCoverage[] | null => {
  const named = terms.coverages.filter(({ name }) => name !== undefined)
  if (named.some(({ name }) => limits[name as LimitName] === undefined)) return null
  const known = terms.coverages.flatMap(one => {
    const dollars = limits[one.name as LimitName]
    if (dollars === undefined) return [one]
    return dollars === null ? [] : [{ ...one, amount: { cents: dollars * 100 } }]
  })
  const added = Object.entries(limits).flatMap(([name, dollars]) =>
    dollars === null || named.some(one => one.name === name)
      ? []
      : [
          {
            ...limitLabel(name as LimitName, { form: terms.forms[0], state }),
            amount: { cents: dollars * 100 },
          },
        ],
  )
  return [...known, ...added]
}

type RenewedPeriod = Pick<Renewal, 'due_on' | 'limits' | 'policy_number'> & {
  period_to: string
  annual_price: number
}

export const termsRenewed = (terms: IssuedTerms, renewed: RenewedPeriod, state: string): IssuedTerms => {
  const { due_on, period_to, annual_price, policy_number, limits = {} } = renewed
  const next: IssuedTerms = {
    ...terms,
    policy_number: policy_number ?? terms.policy_number,
    period: { from: due_on, to: period_to },
    price_cents: annual_price * 100,
    charges: [],
  }
  const coverages = statedCoverages(terms, limits, state)
  return coverages ? withStated(next, 'coverages', coverages) : withUnstated(next, 'coverages', due_on)
}

/** The carrier agreed in words only, so what the part is from then on is not on record. */
export const changedInWords =
  (part: ChangeablePart, since: string) =>
  (terms: IssuedTerms): IssuedTerms =>
    isUnstated(terms, part) ? terms : withUnstated(terms, part, since)

/** It takes the place and the rank of another lender, or comes after the others. Null: that one goes. */
export const withLender = (
  terms: IssuedTerms,
  { lender, replaces }: { lender: Interest | null; replaces: string | null },
): IssuedTerms => {
  const before = terms.interests.find(({ kind, name }) => kind === 'mortgagee' && name === replaces)
  const named = lender && { ...(before?.rank !== undefined && { rank: before.rank }), ...lender }
  const interests = before
    ? terms.interests.flatMap(one => (one === before ? (named ?? []) : [one]))
    : [...terms.interests, ...(named ? [named] : [])]
  return withStated(terms, 'interests', interests)
}

export const withLimits = (
  terms: IssuedTerms,
  limits: Readonly<Record<string, number | undefined>>,
): IssuedTerms =>
  withStated(
    terms,
    'coverages',
    terms.coverages.map(one => {
      const dollars = one.name && limits[one.name]
      return dollars === undefined ? one : { ...one, amount: { cents: Number(dollars) * 100 } }
    }),
  )

export const PART_OF: Partial<Record<PolicyRequestKind, ChangeablePart>> = {
  coverage: 'coverages',
  lender: 'interests',
  named_insured: 'named_insureds',
  mailing_address: 'mailing_address',
}

export type Termed = { effective_from: string; terms: IssuedTerms }

/** The version with the latest start by that day, and of those the last recorded. Before the first day, as on it. */
export const versionOn = <V extends { effective_from: string }>(versions: readonly V[], day: string): V => {
  const [first, ...others] = versions
  if (!first) throw new Error('A policy has at least the version it was issued with.')
  const asked = day < first.effective_from ? first.effective_from : day
  return others.reduce(
    (found, one) => (one.effective_from <= asked && one.effective_from >= found.effective_from ? one : found),
    first,
  )
}

type Changing = { effective_from: string; basis: VersionBasis; change: (terms: IssuedTerms) => IssuedTerms }

/** An endorsement or a correction also holds for the versions that begin after it. */
export const versionsAfter = (
  versions: readonly Termed[],
  { effective_from, basis, change }: Changing,
): Termed[] => {
  const carries = basis === 'endorsement' || basis === 'correction'
  const later = carries
    ? [...new Set(versions.map(one => one.effective_from))].filter(day => day > effective_from).toSorted()
    : []
  return [effective_from, ...later].map(day => ({
    effective_from: day,
    terms: change(versionOn(versions, day).terms),
  }))
}

type Earlier = {
  request: Parameters<typeof termsAtIssue>[0]
  facts: PolicyFacts
  renewals: readonly Renewal[]
  requests: readonly PolicyRequest[]
}

export type RecordedEarlier = Termed & {
  basis: VersionBasis
  reason: string | null
  recorded_by: string
  recorded_at: Date
}

/** The versions of a policy from before they were kept. Its changes were recorded in words, so their terms are unstated. */
export const earlierVersions = ({ request, facts, renewals, requests }: Earlier): RecordedEarlier[] => {
  const state = stateOf(facts)
  const changes = requests.flatMap(({ kind, status, wanted_on, answered_at, answered_by, answer }) => {
    const part = PART_OF[kind]
    if (status !== 'done' || answered_at === null || !part) return []
    const day = wanted_on ?? dayIn(state, answered_at)
    const effective_from = day < facts.effective_date ? facts.effective_date : day
    return [
      {
        effective_from,
        basis: 'endorsement' as const,
        reason: answer,
        recorded_by: answered_by ?? 'service',
        recorded_at: answered_at,
        change: changedInWords(part, effective_from),
      },
    ]
  })
  const renewed = renewals.flatMap(renewal => {
    const { status, due_on, period_to, annual_price, recorded_by, recorded_at } = renewal
    if (status !== 'renewed' || period_to === null || annual_price === null) return []
    return [
      {
        effective_from: due_on,
        basis: 'renewal' as const,
        reason: null,
        recorded_by,
        recorded_at,
        change: (terms: IssuedTerms) => termsRenewed(terms, { ...renewal, period_to, annual_price }, state),
      },
    ]
  })
  const versions: RecordedEarlier[] = [
    {
      effective_from: facts.effective_date,
      basis: 'issued',
      terms: termsAtIssue(request, facts),
      reason: null,
      recorded_by: 'service',
      recorded_at: new Date(facts.issued_at),
    },
  ]
  const inOrder = [...changes, ...renewed].toSorted((a, b) =>
    a.effective_from.localeCompare(b.effective_from),
  )
  for (const { change, ...recorded } of inOrder)
    versions.push({ ...recorded, terms: change(versionOn(versions, recorded.effective_from).terms) })
  return versions
}
