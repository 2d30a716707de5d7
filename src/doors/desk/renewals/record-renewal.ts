import { billToNames } from '../../../agency/carriers/contract/payment-terms.ts'
import { hasOfferLapsed } from '../../../agency/policies/life/life.ts'
import { isIssuedWith, type Underlying } from '../../../agency/policies/life/limits.ts'
import {
  findRenewal,
  listOpenRenewals,
  type RenewalRow,
} from '../../../agency/policies/life/renewal-store.ts'
import {
  isOpenRenewal,
  type OfferedTerms,
  openRenewalRow,
  type Renewal,
  type RenewalDetails,
} from '../../../agency/policies/life/renewals.ts'
import { isWaiting } from '../../../agency/policies/life/requests.ts'
import { type Policy, policiesIn, policyOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { checks, choice, day, dollars, type FormField, line } from '../../../platform/forms/field-kinds.ts'
import { type Form, form } from '../../../platform/forms/form.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { dayWords, isPeriodTooLong, plusYears } from '../../../platform/values/calendar.ts'
import type { RenewalResult } from '../../../products/line/aftersale/after-sale.ts'
import { completeRenewal } from '../../../products/line/aftersale/renewal-details.ts'
import {
  lookAgain,
  offerRenewal,
  refuseRenewal,
  renewPolicy,
  type Settling,
} from '../../../products/line/aftersale/renewals.ts'
import { priceNow } from '../../../products/line/aftersale/shown-life.ts'
import { lineFor } from '../policy-requests/policy-requests.ts'

export const BILL_TO_WORDS = {
  insured: 'The customer pays the agency',
  mortgagee_escrow: 'The mortgage company pays from escrow',
  at_closing: 'Paid at closing',
  carrier_direct: 'The carrier bills the customer',
} as const satisfies Record<(typeof billToNames)[number], string>

const optional = { optional: true } as const

export const numberForm = form({
  policy_number: line('New policy number (if it changes)', { most: 80, ...optional }),
})

export const billingForm = form({
  bill_to: choice(
    'Who is billed (if the carrier says)',
    [
      { value: '', label: 'Not stated' },
      ...billToNames.map(value => ({ value, label: BILL_TO_WORDS[value] })),
    ],
    optional,
  ),
  payment: line('How it is paid, in the carrier’s words (if it says)', optional),
})

export const reasonsForm = form({
  reason_1: line('Reason 1', optional),
  reason_2: line('Reason 2', optional),
  reason_3: line('Reason 3', optional),
  reason_4: line('Reason 4', optional),
  reason_5: line('Reason 5', optional),
})

export const termsForm = ({ due_on }: Pick<RenewalRow, 'due_on'>) =>
  form({
    annual_price: dollars('Price a year', {
      hint: 'In whole dollars, with fees and taxes.',
      least: 1,
      most: 1_000_000,
    }),
    period_to: day(`New period, from ${dayWords(due_on)} until`, optional),
    valid_until: day('Offer valid until (if the carrier says)', optional),
  })

const answerForm = (label: string) =>
  form({ answer: line(label, { missing: 'Enter what the customer should know.' }) })

export const notRenewedForm = answerForm('Why not, which the customer will read')

export const reopenedForm = answerForm('What the carrier said, which the customer will read')

export const limitsForm = (policy: Policy): Form<Record<string, FormField<number | undefined>>> => {
  const before = new Map(policy.coverages.map(({ label, amount }) => [label, amount]))
  const labels = lineFor(policy.uid).limits.labels(policy)
  return form(
    Object.fromEntries(
      labels.map(({ name, label }) => [
        name,
        dollars(label, { hint: `Now: ${before.get(label) ?? 'none'}`, ...optional }),
      ]),
    ),
  )
}

export const droppedForm = (policy: Policy) => {
  const { limits } = lineFor(policy.uid)
  const droppable = limits.canDrop ? limits.labels(policy).filter(one => isIssuedWith(policy, one)) : []
  return form({
    dropped: checks(
      'No longer part of the policy',
      droppable.map(({ name, label }) => ({ value: name, label })),
      {
        hint: 'Only if the new declarations page does not have it. Lenders and the customer read that the renewal dropped it.',
        ...optional,
      },
    ),
  })
}

const limitsIn = (sent: URLSearchParams, policy: Policy): NonNullable<RenewalDetails['limits']> => {
  const asked = limitsForm(policy)
  const limits = asked.take(sent)
  const { dropped } = droppedForm(policy).take(sent)
  const both = dropped.find(name => limits[name] !== undefined)
  if (both !== undefined)
    throw asked.refusal({ [both]: 'Enter a limit, or say that it is no longer part of the policy.' })
  return { ...limits, ...Object.fromEntries(dropped.map(name => [name, null])) }
}

const statedIn = (sent: URLSearchParams, policy?: Policy): RenewalDetails => {
  const limits = policy ? limitsIn(sent, policy) : {}
  return {
    ...numberForm.take(sent),
    ...billingForm.take(sent),
    ...(Object.keys(limits).length > 0 && { limits }),
  }
}

const termsIn = (sent: URLSearchParams, row: RenewalRow): OfferedTerms => {
  const { due_on } = row
  const asked = termsForm(row)
  const { annual_price, period_to = plusYears(due_on, 1), valid_until = null } = asked.take(sent)
  if (period_to <= due_on)
    throw asked.refusal({ period_to: 'The new period must end after the policy’s current one.' })
  if (isPeriodTooLong(due_on, period_to))
    throw asked.refusal({ period_to: 'The new period must end within two years. Check the year.' })
  const reasons = Object.values(reasonsForm.take(sent)).filter(reason => reason !== undefined)
  return { ...statedIn(sent), annual_price, period_to, valid_until, reasons }
}

const RESULTS = {
  offer: 'renewal_offered',
  renewed: 'renewed',
  not_renewed: 'not_renewed',
  details: 'renewal_completed',
  reopen: 'renewal_reopened',
  reshop: 'reshopped',
} as const

type Recorder = (
  row: RenewalRow,
  sent: URLSearchParams,
) => (app: App, settling: Settling) => Promise<RenewalResult>

const RECORDERS: Readonly<Record<keyof typeof RESULTS, Recorder>> = {
  offer(row, sent) {
    const terms = termsIn(sent, row)
    return (app, settling) => offerRenewal(app, row, { ...settling, terms })
  },
  renewed(row, sent) {
    const details = statedIn(sent)
    const seen = { annual_price: Number(sent.get('annual_price')), period_to: sent.get('period_to') ?? '' }
    return (app, settling) => renewPolicy(app, row, { ...settling, seen, details })
  },
  not_renewed(row, sent) {
    const { answer } = notRenewedForm.take(sent)
    return (app, settling) => refuseRenewal(app, row, { ...settling, answer })
  },
  details(row, sent) {
    const { renewal_id } = row
    return async (app, settling) => {
      const details = statedIn(sent, (await policyOf(app, row)) ?? fail('not_found'))
      return completeRenewal(app, row, { ...settling, renewal_id, details })
    }
  },
  reopen(row, sent) {
    const { answer } = reopenedForm.take(sent)
    const { renewal_id } = row
    return (app, settling) => lookAgain(app, row, { ...settling, renewal_id, answer })
  },
  reshop(row) {
    return (app, { actor }) => lineFor(row.uid).reshop(app, row, actor)
  },
}

type Sent = { actor: string; id: string; form: URLSearchParams }

export const recordCarriersRenewal = async (
  app: App,
  { actor, id, form: sent }: Sent,
): Promise<(typeof RESULTS)[keyof typeof RESULTS] | 'late'> => {
  const row = (await findRenewal(app.db, id)) ?? fail('not_found')
  const act = keysOf(RESULTS).find(name => name === sent.get('act'))
  if (act === undefined) return fail('invalid_request', { message: 'Choose one of the buttons.' })
  const record = RECORDERS[act](row, sent)
  const settling = { line: lineFor(row.uid), actor }
  const result = await transact(app, inside => record(inside, settling))
  return result === 'too_late' ? 'late' : RESULTS[act]
}

export type WaitingRenewal = Renewal & {
  known_as: string
  carrier: string
  price_now: number | null
  isAccepted: boolean
  isLapsed: boolean
  underlying: Underlying | null
}

const waitingOf = (app: App, renewal: Renewal, policy: Policy | undefined): WaitingRenewal => {
  const { policy_number: known_as = '–', carrier = '–', requests = [] } = policy ?? {}
  return {
    ...renewal,
    known_as,
    carrier,
    price_now: policy ? priceNow(policy, app.clock.now()) : null,
    isLapsed: policy !== undefined && hasOfferLapsed(policy, app.clock.now()),
    isAccepted: requests.some(one => one.kind === 'renewal' && isWaiting(one)),
    underlying: policy ? lineFor(renewal.uid).limits.underlying(policy) : null,
  }
}

export const waitingRenewals = async (app: App, asked: PageAsked): Promise<WaitingRenewal[]> => {
  const rows = await listOpenRenewals(app.db, asked)
  const policies = await policiesIn(app, [...new Set(rows.map(({ uid }) => uid))])
  return rows.map(row =>
    waitingOf(
      app,
      openRenewalRow(app, row),
      policies.find(({ policy_id }) => policy_id === row.policy_id),
    ),
  )
}

export const renewalsWaitingIn = (app: App, policies: readonly Policy[]): WaitingRenewal[] =>
  policies.flatMap(policy =>
    policy.end === null ? policy.renewals.filter(isOpenRenewal).map(one => waitingOf(app, one, policy)) : [],
  )
