import { createHash } from 'node:crypto'
import { type FieldProblem, fail } from '../../errors.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { isSameName } from '../../line/buying/signed-name.ts'
import { isDay, plusDays } from '../../line/fields/calendar.ts'
import type { OfferRow } from '../../line/offers/store.ts'
import { dayIn } from '../../line/wire/local-day.ts'
import { type Application, isInsured } from '../application/application.ts'
import type { StoredOffer } from '../quoting/offers.ts'

const FARTHEST_DAYS = 60

export const selectedOffers = ({ homes }: Application, current: readonly OfferRow[]): OfferRow[] => {
  const insured = homes.filter(isInsured).map(({ property_id }) => property_id)
  return current.filter(({ selected_at, item }) => selected_at !== null && !insured.includes(item))
}

export const signTokenOf = (application: Application, selected: readonly OfferRow[]): string => {
  const offers = selected
    .map(({ offer_id, offer }) => `${offer_id} ${(offer as StoredOffer).annual_price}`)
    .toSorted()
  return createHash('sha256').update(canonicalJson({ application, offers })).digest('base64url').slice(0, 22)
}

export type StartDates = { earliest: string; latest: string }

/** From today, in the homes' time zones, to 60 days ahead. */
export const startDates = ({ homes }: Application, now: Date): StartDates => {
  const days = homes.filter(home => !isInsured(home)).map(({ state = '' }) => dayIn(state, now))
  const earliest = days.toSorted().at(-1) ?? fail('conflict')
  return { earliest, latest: plusDays(earliest, FARTHEST_DAYS) }
}

/** The day the current policy expires, if possible, to avoid a gap or double coverage. */
export const suggestedStart = ({ homes }: Application, { earliest, latest }: StartDates): string =>
  homes
    .flatMap(home => (isInsured(home) ? [] : (home.policy_expire ?? [])))
    .filter(day => day >= earliest && day <= latest)
    .toSorted()[0] ?? earliest

type Signing = { effective_date: string; signed_name: string; disclosures_accepted: boolean }

export const signingProblems = (
  { effective_date, signed_name, disclosures_accepted }: Signing,
  application: Application,
  now: Date,
): FieldProblem[] => {
  const { earliest, latest } = startDates(application, now)
  const { full_name = '' } = application.applicant
  const expected = `a day from ${earliest} to ${latest}`
  const dateProblem = (): Omit<FieldProblem, 'path'> | null => {
    if (!isDay(effective_date)) return { code: 'bad_date' }
    if (effective_date < earliest) return { code: 'in_the_past' }
    return effective_date > latest ? { code: 'too_far_ahead', facts: { days: String(FARTHEST_DAYS) } } : null
  }
  const problem = dateProblem()
  return [
    ...(problem === null ? [] : [{ path: 'effective_date', ...problem, expected }]),
    ...(isSameName(signed_name, full_name)
      ? []
      : [
          {
            path: 'signed_name',
            code: 'name_mismatch' as const,
            expected: 'your full name as it stands there',
          },
        ]),
    ...(disclosures_accepted
      ? []
      : [{ path: 'disclosures_accepted', code: 'required' as const, expected: 'your agreement' }]),
  ]
}
