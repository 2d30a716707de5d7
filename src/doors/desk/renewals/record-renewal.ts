import { billToNames } from '../../../agency/carriers/contract/payment-terms.ts'
import { areLimitsOf } from '../../../agency/policies/life/limits.ts'
import { findRenewal, type RenewalRow } from '../../../agency/policies/life/renewal-store.ts'
import type { OfferedTerms, RenewalDetails, RenewalLimit } from '../../../agency/policies/life/renewals.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { isDay, isPeriodTooLong, plusYears } from '../../../platform/values/calendar.ts'
import { completeRenewal } from '../../../products/line/aftersale/renewal-details.ts'
import {
  offerRenewal,
  type RenewalResult,
  refuseRenewal,
  renewPolicy,
  type Settling,
} from '../../../products/line/aftersale/renewals.ts'
import { lookAgain } from '../../../products/line/aftersale/reopen-renewal.ts'
import { optionalLine, requiredLine } from '../parts/one-line-field.ts'
import { lineFor } from '../policy-requests/policy-requests.ts'

const PRICES = [1, 1_000_000] as const
const LIMITS = [0, 100_000_000] as const
const MOST_NUMBER = 80
export const MOST_REASONS = 5

const dayIn = (sent: URLSearchParams, name: string, missing: string): string | null => {
  const day = (sent.get(name) ?? '').trim()
  return day === '' || isDay(day) ? day || null : fail('invalid_request', { message: missing })
}

const dollarsIn = (sent: URLSearchParams, name: string): number =>
  Number((sent.get(name) ?? '').replaceAll(/[$,\s]/g, ''))

const isWhole = (dollars: number, [least, most]: readonly [number, number]): boolean =>
  Number.isInteger(dollars) && dollars >= least && dollars <= most

const priceIn = (sent: URLSearchParams): number => {
  const price = dollarsIn(sent, 'annual_price')
  return isWhole(price, PRICES)
    ? price
    : fail('invalid_request', { message: 'Enter the price a year in whole dollars.' })
}

type Limits = NonNullable<RenewalDetails['limits']>

const limitIn = (sent: URLSearchParams, name: RenewalLimit): number | null | undefined => {
  const isDropped = sent.getAll('dropped').includes(name)
  if ((sent.get(name) ?? '').trim() === '') return isDropped ? null : undefined
  if (isDropped)
    fail('invalid_request', { message: 'Enter a limit, or say that it is no longer part of the policy.' })
  const dollars = dollarsIn(sent, name)
  return isWhole(dollars, LIMITS)
    ? dollars
    : fail('invalid_request', { message: 'Enter each limit and deductible in whole dollars.' })
}

const limitsIn = (sent: URLSearchParams, names: readonly RenewalLimit[]): Limits =>
  Object.fromEntries(
    names.flatMap(name => {
      const dollars = limitIn(sent, name)
      return dollars === undefined ? [] : [[name, dollars]]
    }),
  )

const statedIn = (sent: URLSearchParams, names: readonly RenewalLimit[] = []): RenewalDetails => {
  const policy_number = optionalLine(sent, 'policy_number')
  if (policy_number !== null && policy_number.length > MOST_NUMBER)
    fail('invalid_request', { message: `Enter a policy number of at most ${MOST_NUMBER} characters.` })
  const bill_to = billToNames.find(name => name === sent.get('bill_to'))
  const payment = optionalLine(sent, 'payment')
  const limits = limitsIn(sent, names)
  return {
    ...(policy_number !== null && { policy_number }),
    ...(bill_to && { bill_to }),
    ...(payment !== null && { payment }),
    ...(Object.keys(limits).length > 0 && { limits }),
  }
}

const reasonsIn = (sent: URLSearchParams): string[] =>
  Array.from({ length: MOST_REASONS }, (_, at) => optionalLine(sent, `reason_${at + 1}`)).filter(
    reason => reason !== null,
  )

const termsIn = (sent: URLSearchParams, { due_on }: RenewalRow): OfferedTerms => {
  const period_to =
    dayIn(sent, 'period_to', 'Enter when the new period ends, as YYYY-MM-DD.') ?? plusYears(due_on, 1)
  if (period_to <= due_on)
    fail('invalid_request', { message: 'The new period must end after the policy’s current one.' })
  if (isPeriodTooLong(due_on, period_to))
    fail('invalid_request', { message: 'The new period must end within two years. Check the year.' })
  return {
    ...statedIn(sent),
    annual_price: priceIn(sent),
    period_to,
    valid_until: dayIn(sent, 'valid_until', 'Enter until when the offer is valid, as YYYY-MM-DD.'),
    reasons: reasonsIn(sent),
  }
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

const answerIn = (sent: URLSearchParams): string =>
  requiredLine(sent, 'answer', 'Enter what the customer should know.')

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
    const answer = answerIn(sent)
    return (app, settling) => refuseRenewal(app, row, { ...settling, answer })
  },
  details(row, sent) {
    const { limits } = lineFor(row.uid)
    const details = statedIn(sent, limits.names)
    if (!areLimitsOf(limits, details)) fail('invalid_request', { message: 'Enter the limit.' })
    const { renewal_id } = row
    return (app, settling) => completeRenewal(app, row, { ...settling, renewal_id, details })
  },
  reopen(row, sent) {
    const answer = answerIn(sent)
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
