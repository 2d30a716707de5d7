import type { FieldProblem } from '../../platform/errors.ts'
import { dayIn } from '../../platform/lib/local-day.ts'
import { plusDays, plusYears, yearOf } from '../../platform/values/calendar.ts'
import { zipOutsideState } from '../line/fields/zip-in-state.ts'
import { LATEST_START_DAYS } from '../line/reviewed-purchase/application/application.ts'
import { certainDrivers, isOver70, isUnder22 } from './estimates.ts'
import type { UmbrellaAnswers, UmbrellaFieldName } from './fields.ts'

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/i

type Rule = {
  about: readonly UmbrellaFieldName[]
  problems(answers: UmbrellaAnswers, today: string): readonly (FieldProblem | null)[]
}

const ofAge = (
  path: string,
  birthday: string | undefined,
  { today, atLeast }: { today: string; atLeast: number },
): FieldProblem | null =>
  birthday !== undefined && (birthday > plusYears(today, -atLeast) || birthday < plusYears(today, -120))
    ? {
        path,
        code: 'implausible_birthday',
        expected: `a date ${atLeast} to 120 years ago`,
      }
    : null

const countsListed = (
  name: 'drivers_under_22' | 'drivers_over_70',
  isCounted: (birthday: string, today: string) => boolean,
): Rule => ({
  about: [name, 'birthday', 'spouse_birthday', 'spouse_license_number', 'additional_drivers'],
  problems: (answers, today) => {
    const listed = certainDrivers(answers, birthday => isCounted(birthday, today))
    const counted = answers[name]
    return [
      counted !== undefined && counted < listed
        ? { path: name, code: 'fewer_drivers_than_listed', expected: `at least ${listed}` }
        : null,
    ]
  },
})

const RULES: readonly Rule[] = [
  {
    about: ['birthday'],
    problems: ({ birthday }, today) => [ofAge('birthday', birthday, { today, atLeast: 18 })],
  },
  {
    about: ['spouse_birthday'],
    problems: ({ spouse_birthday }, today) => [
      ofAge('spouse_birthday', spouse_birthday, { today, atLeast: 16 }),
    ],
  },
  {
    about: ['additional_drivers'],
    problems: ({ additional_drivers = [] }, today) =>
      additional_drivers.map(({ birthday }, at) =>
        ofAge(`additional_drivers[${at}].birthday`, birthday, { today, atLeast: 14 }),
      ),
  },
  {
    about: ['zip', 'state'],
    problems: answers => {
      const problem = zipOutsideState(answers)
      return [problem && { ...problem, path: 'address.zip' }]
    },
  },
  {
    about: ['liability_loss_over_50k', 'liability_loss_in_last_5_years'],
    problems: ({ liability_loss_over_50k, liability_loss_in_last_5_years }) => [
      liability_loss_over_50k === true && liability_loss_in_last_5_years === false
        ? {
            path: 'liability_loss_over_50k',
            code: 'contradiction',
            facts: { other: 'liability_loss_in_last_5_years false' },
            expected: 'false or null, or true for both',
          }
        : null,
    ],
  },
  countsListed('drivers_under_22', isUnder22),
  countsListed('drivers_over_70', isOver70),
  {
    about: ['vehicles', 'vehicle_count'],
    problems: ({ vehicles = [], vehicle_count }) => [
      vehicle_count !== undefined && vehicles.length > vehicle_count
        ? {
            path: 'vehicles',
            code: 'more_vehicles_than_counted',
            expected: `at most ${vehicle_count}, or a different vehicle_count in a draft`,
          }
        : null,
    ],
  },
  {
    about: ['vehicles'],
    problems: ({ vehicles = [] }, today) =>
      vehicles.flatMap(({ year, vin }, at) => [
        year !== undefined && year > yearOf(today) + 1
          ? { path: `vehicles[${at}].year`, code: 'in_the_future', expected: 'a model year' }
          : null,
        vin !== undefined && !VIN.test(vin)
          ? {
              path: `vehicles[${at}].vin`,
              code: 'bad_vin',
              expected: '17 letters and digits, without I, O or Q',
            }
          : null,
      ]),
  },
  {
    about: ['effective_date'],
    problems: ({ effective_date }, today) => {
      const last = plusDays(today, LATEST_START_DAYS)
      return [
        effective_date !== undefined && (effective_date < today || effective_date > last)
          ? {
              path: 'effective_date',
              code: 'start_date_unavailable',
              expected: `a date from ${today} to ${last}`,
            }
          : null,
      ]
    },
  },
]

/** Checks only changed answers, so an answer that was valid when given stays valid. */
export const contradictions = (
  answers: UmbrellaAnswers,
  { touched, now }: { touched: ReadonlySet<string>; now: Date },
): FieldProblem[] => {
  const today = dayIn(answers.state ?? '', now)
  return RULES.filter(({ about }) => about.some(name => touched.has(name)))
    .flatMap(({ problems }) => problems(answers, today))
    .filter(problem => problem !== null)
}
