import type { App } from '../../app.ts'
import { transact } from '../../db/transact.ts'
import { fail } from '../../errors.ts'
import { offerRenewal, refuseRenewal, renewPolicy } from '../../line/aftersale/renewals.ts'
import { isDay, plusYears } from '../../line/fields/calendar.ts'
import { findRenewal, type RenewalRow } from '../../policies/life/renewal-store.ts'
import type { OfferedTerms } from '../../policies/life/renewals.ts'
import { optionalLine, requiredLine } from '../one-line-field.ts'
import { lineFor } from '../policy-requests.ts'

const MOST_DOLLARS = 1_000_000
export const MOST_REASONS = 5

const dayIn = (sent: URLSearchParams, name: string, missing: string): string | null => {
  const day = (sent.get(name) ?? '').trim()
  return day === '' || isDay(day) ? day || null : fail('invalid_request', { message: missing })
}

const priceIn = (sent: URLSearchParams): number => {
  const price = Number((sent.get('annual_price') ?? '').replaceAll(/[$,\s]/g, ''))
  return Number.isInteger(price) && price > 0 && price <= MOST_DOLLARS
    ? price
    : fail('invalid_request', { message: 'Enter the price a year in whole dollars.' })
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
  return {
    annual_price: priceIn(sent),
    period_to,
    valid_until: dayIn(sent, 'valid_until', 'Enter until when the offer is valid, as YYYY-MM-DD.'),
    reasons: reasonsIn(sent),
  }
}

const RESULTS = { offer: 'renewal_offered', renewed: 'renewed', not_renewed: 'not_renewed' } as const

type Sent = { actor: string; id: string; form: URLSearchParams }

/** What the carrier told staff about the renewal of one policy. */
export const recordCarriersRenewal = async (
  app: App,
  { actor, id, form: sent }: Sent,
): Promise<(typeof RESULTS)[keyof typeof RESULTS] | 'late'> => {
  const row = (await findRenewal(app.db, id)) ?? fail('not_found')
  const settling = { line: lineFor(row.uid), actor }
  const act = sent.get('act')
  if (act === 'offer') {
    const terms = termsIn(sent, row)
    const result = await transact(app, inside => offerRenewal(inside, row, { ...settling, terms }))
    return result === 'too_late' ? 'late' : RESULTS[act]
  }
  if (act === 'renewed') {
    const seen = { annual_price: Number(sent.get('annual_price')), period_to: sent.get('period_to') ?? '' }
    const result = await transact(app, inside => renewPolicy(inside, row, { ...settling, seen }))
    return result === 'too_late' ? 'late' : RESULTS[act]
  }
  if (act !== 'not_renewed') return fail('invalid_request', { message: 'Choose one of the buttons.' })
  const answer = requiredLine(sent, 'answer', 'Enter what the customer should know.')
  const result = await transact(app, inside => refuseRenewal(inside, row, { ...settling, answer }))
  return result === 'too_late' ? 'late' : RESULTS[act]
}
