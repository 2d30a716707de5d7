import type { FieldProblem } from '../../../platform/errors.ts'
import { plusYears, yearOf } from '../../../platform/values/calendar.ts'
import { zipOutsideState } from '../../line/fields/zip-in-state.ts'
import { type Applicant, addressKey, dayAtHome, emptyHome, type Home, isRecentLoss } from './application.ts'
import type { ApplicantFieldName, HomeFieldName } from './fields.ts'

type Complaint<Name> = FieldProblem & { path: Name }
type Rule<T, Name> = (values: T, today: string) => Complaint<Name> | null | false | undefined

export const TENANT_MESSAGE =
  'We insure only homes that the applicant owns, not rented ones. Leave this home out.'

const applicantRules: readonly Rule<Applicant, ApplicantFieldName>[] = [
  ({ birthday }, today) =>
    birthday !== undefined &&
    (birthday > plusYears(today, -18) || birthday < plusYears(today, -120)) && {
      path: 'birthday',
      code: 'implausible_birthday',
      expected: 'a date 18 to 120 years ago',
    },
]

// Only what is impossible for any home. Land may be bought before the house is built, so that is allowed.
const homeRules: readonly Rule<Home, HomeFieldName>[] = [
  ({ home_ownership }) =>
    home_ownership === 'rental' && {
      path: 'home_ownership',
      code: 'tenant_not_served',
      expected: 'a home that the applicant owns',
    },
  zipOutsideState,
  ({ swimming_pool, pool_fenced }) =>
    swimming_pool === false &&
    pool_fenced === true && {
      path: 'pool_fenced',
      code: 'contradiction',
      facts: { other: 'swimming_pool false' },
      expected: 'false or null, or swimming_pool true',
    },
  ({ claims_last_5_years, losses = [] }, today) =>
    claims_last_5_years !== undefined &&
    losses.filter(({ date }) => date !== undefined && isRecentLoss(date, today)).length >
      claims_last_5_years && {
      path: 'claims_last_5_years',
      code: 'contradiction',
      facts: { other: 'losses' },
      expected: 'at least the number of losses in the last five years',
    },
  ({ dog_bite_history, dogs = [] }) =>
    dog_bite_history === false &&
    dogs.some(({ bite_history }) => bite_history === true) && {
      path: 'dog_bite_history',
      code: 'contradiction',
      facts: { other: 'dogs' },
      expected: 'true, or no dog with bite_history true',
    },
  ({ home_ownership, rental_status }) =>
    home_ownership === 'owned_rental' &&
    rental_status === 'not_rented' && {
      path: 'rental_status',
      code: 'contradiction',
      facts: { other: 'home_ownership owned_rental' },
      expected: 'short_term or long_term, or another home_ownership',
    },
  ({ home_ownership, rental_status }) =>
    home_ownership === 'under_construction' &&
    rental_status !== undefined &&
    rental_status !== 'not_rented' && {
      path: 'rental_status',
      code: 'contradiction',
      facts: { other: 'home_ownership under_construction' },
      expected: 'not_rented, or another home_ownership',
    },
  ({ build_date, home_ownership }, today) =>
    build_date !== undefined &&
    build_date >
      (home_ownership === undefined || home_ownership === 'under_construction'
        ? plusYears(today, 5)
        : today) && {
      path: 'build_date',
      code: 'in_the_future',
      expected: 'a date no later than today, or home_ownership under_construction',
    },
  ({ roof_date, home_ownership }, today) =>
    roof_date !== undefined &&
    roof_date >
      (home_ownership === undefined || home_ownership === 'under_construction'
        ? plusYears(today, 5)
        : today) && {
      path: 'roof_date',
      code: 'in_the_future',
      expected: 'a date no later than today, or home_ownership under_construction',
    },
  ({ roof_date, build_date }) =>
    roof_date !== undefined &&
    build_date !== undefined &&
    yearOf(roof_date) < yearOf(build_date) && {
      path: 'roof_date',
      code: 'before',
      facts: { other: 'build_date', value: String(yearOf(build_date)) },
      expected: 'the year of build_date or later',
    },
  ({ purchase_date, new_purchase }, today) =>
    purchase_date !== undefined &&
    purchase_date > today &&
    new_purchase === false && {
      path: 'purchase_date',
      code: 'in_the_future',
      expected: 'a date no later than today, or new_purchase true',
    },
]

const broken = <T, Name extends string>(
  rules: readonly Rule<T, Name>[],
  values: T,
  today: string,
): FieldProblem[] => rules.flatMap(rule => rule(values, today) || [])

/** Ages are counted on today's date where the first home is. */
export const applicantContradictions = (
  applicant: Applicant,
  [first = emptyHome()]: readonly Home[],
  now: Date,
): FieldProblem[] => broken(applicantRules, applicant, dayAtHome(first, now))

export const homeContradictions = (home: Home, now: Date): FieldProblem[] =>
  broken(homeRules, home, dayAtHome(home, now))

export const hasTwin = (homes: readonly Home[], home: Home): boolean => {
  const others = homes.filter(other => other !== home)
  const key = others.length > 0 ? addressKey(home) : null
  return key !== null && others.some(other => addressKey(other) === key)
}
