import type {
  Driver,
  InsuredVehicle,
  NamedApplicant,
  QuoteDetails,
} from '../../agency/carriers/contract/details.ts'
import {
  itemsOf,
  known,
  type Sourced,
  type SourcedAnswers,
  type SourcedTree,
} from '../../platform/values/sourced.ts'
import { namedApplicant, roleOf } from '../line/offers/named-applicant.ts'
import type { UmbrellaAnswers } from './fields.ts'

type Said = SourcedAnswers<UmbrellaAnswers>

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
