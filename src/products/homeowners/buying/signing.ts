import { createHash } from 'node:crypto'
import { type Notice, noticesBeforeAll, noticesShown } from '../../../agency/rules/notices.ts'
import { type OfferedCoverage, offeredBefore } from '../../../agency/rules/offered.ts'
import { type FieldProblem, fail } from '../../../platform/errors.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { isDay, plusDays } from '../../../platform/values/calendar.ts'
import { SERVICE_SOURCE } from '../../../platform/values/sourced.ts'
import { isSameName } from '../../line/buying/signed-name.ts'
import { type Application, dayAtHome, type Home, isInsured } from '../application/application.ts'
import { type HomeOfferRow, homePlace } from '../quoting/offers.ts'

export const homeOffered = (application: Application, selected: readonly HomeOfferRow[]): OfferedCoverage[] =>
  offeredBefore(
    selected.map(({ item }) => ({ line: 'homeowners', state: homePlace({ application }, item).state })),
  )

export const homeNotices = (application: Application, selected: readonly HomeOfferRow[]): Notice[] =>
  noticesBeforeAll(
    selected.map(({ item, offer }) => ({
      line: 'homeowners',
      state: homePlace({ application }, item).state,
      surplus: offer.admitted === false,
      windDeductible: offer.wind_hail_deductible !== undefined,
    })),
  )

const FARTHEST_DAYS = 90

export const selectedOffers = ({ homes }: Application, current: readonly HomeOfferRow[]): HomeOfferRow[] => {
  const insured = homes.filter(isInsured).map(({ property_id }) => property_id)
  const place = ({ item }: HomeOfferRow): number => homes.findIndex(({ property_id }) => property_id === item)
  return current
    .filter(({ selected_at, item }) => selected_at !== null && !insured.includes(item))
    .toSorted((one, other) => place(one) - place(other))
}

export const homesIn = ({ homes }: Application, selected: readonly HomeOfferRow[]): Home[] =>
  homes.filter(({ property_id }) => selected.some(({ item }) => item === property_id))

/** Leaves out the start date, which is signed as typed, and what staff allowed. */
export const signTokenOf = (
  { start_date: _, allowed_purchases: __, ...application }: Application,
  selected: readonly HomeOfferRow[],
): string => {
  const offers = selected.map(({ offer_id, offer }) => `${offer_id} ${offer.annual_price}`).toSorted()
  return createHash('sha256')
    .update(
      canonicalJson({
        application,
        offers,
        notices: noticesShown(homeNotices(application, selected)).version,
      }),
    )
    .digest('base64url')
    .slice(0, 22)
}

export type StartDates = { earliest: string; latest: string }

export const startDates = (homes: readonly Home[], now: Date): StartDates => {
  const days = homes.map(home => dayAtHome(home, now))
  const earliest = days.toSorted().at(-1) ?? fail('conflict')
  return { earliest, latest: plusDays(earliest, FARTHEST_DAYS) }
}

/** A day that we assumed stays an assumption, even after the person confirmed it along with everything else. */
const knownDay = (home: Home, name: 'policy_expire' | 'closing_date'): string | undefined =>
  home.field_estimates.some(
    ({ field, source, confirmed_by_user }) =>
      field === name && (source === SERVICE_SOURCE || !confirmed_by_user),
  )
    ? undefined
    : home[name]

export const knownExpiry = (home: Home): string | undefined => knownDay(home, 'policy_expire')

const closingIn = (home: Home): string | undefined =>
  home.new_purchase === true ? knownDay(home, 'closing_date') : undefined

export const closingOf = (homes: readonly Home[]): string | null =>
  homes.flatMap(home => closingIn(home) ?? []).toSorted()[0] ?? null

/** Avoids a gap or double coverage: the closing of a purchase, or the day the current policy is known to expire. */
export const suggestedStart = (homes: readonly Home[], { earliest, latest }: StartDates): string | null =>
  homes
    .flatMap(home => closingIn(home) ?? knownExpiry(home) ?? [])
    .filter(day => day >= earliest && day <= latest)
    .toSorted()[0] ?? null

export type FarStart = { kind: 'closing' | 'expiry'; day: string; buyable_from: string }

export const farStart = (homes: readonly Home[], dates: StartDates): FarStart | null => {
  if (suggestedStart(homes, dates) !== null) return null
  const [first] = homes
    .flatMap(home => {
      const closing = closingIn(home)
      const day = closing ?? knownExpiry(home)
      return day === undefined || day <= dates.latest ? [] : [{ isClosing: closing !== undefined, day }]
    })
    .toSorted((one, other) => one.day.localeCompare(other.day))
  if (!first) return null
  const { isClosing, day } = first
  return { kind: isClosing ? 'closing' : 'expiry', day, buyable_from: plusDays(day, -FARTHEST_DAYS) }
}

export const startDateOf = (
  { start_date }: Application,
  homes: readonly Home[],
  dates: StartDates,
): string | null =>
  start_date !== undefined && startProblem(start_date, dates) === null
    ? start_date
    : suggestedStart(homes, dates)

export const startProblem = (
  effective_date: string,
  { earliest, latest }: StartDates,
): FieldProblem | null => {
  const at = { path: 'effective_date', expected: `a day from ${earliest} to ${latest}` }
  if (!isDay(effective_date)) return { ...at, code: 'bad_date' }
  if (effective_date < earliest) return { ...at, code: 'in_the_past' }
  return effective_date > latest
    ? { ...at, code: 'too_far_ahead', facts: { days: String(FARTHEST_DAYS) } }
    : null
}

type Signing = { effective_date: string; signed_name: string; disclosures_accepted: boolean }

export const signingProblems = (
  { effective_date, signed_name, disclosures_accepted }: Signing,
  { full_name, ...dates }: StartDates & { full_name: string },
): FieldProblem[] => {
  const problem = startProblem(effective_date, dates)
  return [
    ...(problem === null ? [] : [problem]),
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
