import type {
  Driver,
  InsuredVehicle,
  NamedApplicant,
  QuoteDetails,
} from '../../agency/carriers/contract/details.ts'
import type { AutoLimits, UmbrellaRisk } from '../../agency/carriers/umbrella/carrier.ts'
import { readAutoLimits } from '../../agency/rating/auto-limits.ts'
import { yearOf } from '../../platform/values/calendar.ts'
import {
  derived,
  itemsOf,
  known,
  neededIn,
  type Sourced,
  type SourcedAnswers,
  type SourcedFields,
  type SourcedTree,
} from '../../platform/values/sourced.ts'
import { namedApplicant, roleOf } from '../line/offers/named-applicant.ts'
import type { UmbrellaAnswers } from './fields.ts'

const need = <T>(value: T | null | undefined, name: string): T => {
  if (value === undefined || value === null) throw new Error(`A household without ${name} cannot be rated.`)
  return value
}

type Said = SourcedAnswers<UmbrellaAnswers>

const ageOn = (today: string, birthday: string): number =>
  yearOf(today) - yearOf(birthday) - (today.slice(5) < birthday.slice(5) ? 1 : 0)

const autoLimits = ({ current_auto_coverages }: Said): Sourced<AutoLimits> | null =>
  current_auto_coverages
    ? derived('limits_in_dollars', { current_auto_coverages }, values => {
        const limits = need(readAutoLimits(values.current_auto_coverages), 'current_auto_coverages')
        return {
          per_person: limits.person * 1000,
          per_accident: limits.accident * 1000,
          property_damage: limits.property * 1000,
        }
      })
    : null

/** Before a purchase, carriers learn no name, street, birth date or license number. */
export const umbrellaRisk = (said: Said, today: string): SourcedFields<UmbrellaRisk> => {
  const needed = neededIn(said, 'A household')
  return {
    state: needed('state'),
    zip: needed('zip'),
    coverage_limit: needed('desired_coverage_limit'),
    applicant_age: derived('age_today', { birthday: needed('birthday') }, ({ birthday }) =>
      ageOn(today, birthday),
    ),
    vehicle_count: needed('vehicle_count'),
    motorcycles: needed('motorcycles'),
    antique_vehicles: needed('antique_vehicles'),
    jet_skis: needed('jet_skis'),
    large_watercraft: needed('large_watercraft'),
    property_count: needed('property_count'),
    non_us_property_count: needed('non_us_property_count'),
    driver_count: derived(
      'buyer_spouse_and_other_drivers',
      { marital_status: needed('marital_status'), additional_drivers: needed('additional_drivers') },
      ({ marital_status, additional_drivers }) =>
        1 + (marital_status === 'married' ? 1 : 0) + additional_drivers.length,
    ),
    drivers_under_22: needed('drivers_under_22'),
    drivers_over_70: needed('drivers_over_70'),
    moving_violations: needed('moving_violations'),
    at_fault_accidents: needed('at_fault_accidents'),
    auto_limits: autoLimits(said),
    home_liability_limit: said.coverage_e_for_residences ?? said.required_coverage_e_limit ?? null,
    liability_loss_in_last_5_years: needed('liability_loss_in_last_5_years'),
  }
}

const applicantsIn = (said: Said): SourcedTree<NamedApplicant>[] => [
  ...namedApplicant('applicant', said),
  ...namedApplicant('spouse', { full_name: said.spouse_full_name, birthday: said.spouse_birthday }),
]

const driver = (
  role: Driver['role'],
  { full_name, ...rest }: { [K in keyof Omit<Driver, 'role'>]?: Sourced<string> | undefined },
): SourcedTree<Driver>[] =>
  full_name
    ? [
        known<Driver>({
          role: roleOf(role, full_name),
          full_name,
          birthday: rest.birthday,
          license_state: rest.license_state,
          license_number: rest.license_number,
        }),
      ]
    : []

const driversIn = (said: Said): SourcedTree<Driver>[] => [
  ...driver('applicant', said),
  ...driver('spouse', {
    full_name: said.spouse_full_name,
    birthday: said.spouse_birthday,
    license_state: said.spouse_license_state,
    license_number: said.spouse_license_number,
  }),
  ...itemsOf(said.additional_drivers).flatMap(other => driver('other', other)),
]

const vehiclesIn = ({ vehicles }: Said): SourcedTree<InsuredVehicle>[] =>
  itemsOf(vehicles).map(({ year, make, model, vin }) => known<InsuredVehicle>({ year, make, model, vin }))

export const umbrellaDetails = (
  said: Said,
  { identified }: { identified: boolean },
): SourcedTree<QuoteDetails> => {
  const { street, city, state, zip } = said
  const rating = {
    prior_policy: known({
      carrier: said.prior_carrier,
    }),
    wanted: known({
      start_date: said.effective_date,
      coverage_limit: said.desired_coverage_limit,
    }),
    losses: known({
      in_last_5_years: said.liability_loss_in_last_5_years,
      over_50k: said.liability_loss_over_50k,
      four_or_more_over_25k: said.four_or_more_losses_over_25k,
      open_claim: said.household_open_claim,
    }),
  }
  if (!identified) return rating as SourcedTree<QuoteDetails>
  return {
    ...rating,
    applicants: applicantsIn(said),
    ...(street && city && state && zip && { property: { street, city, state, zip } }),
    interests: [],
  } as SourcedTree<QuoteDetails>
}

export const orderDetails = (said: Said) => ({
  applicants: applicantsIn(said),
  interests: [],
  drivers: driversIn(said),
  vehicles: vehiclesIn(said),
})
