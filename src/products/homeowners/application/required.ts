import type { HomeRisk } from '../../../agency/carriers/homeowners/carrier.ts'
import type { HomeValues } from './application.ts'
import type { ApplicantFieldName, HomeFieldName } from './fields.ts'

export type Product = HomeRisk['product']

const isRentedOut = ({ home_ownership, rental_status }: HomeValues): boolean =>
  home_ownership === 'owned_rental' || rental_status === 'short_term' || rental_status === 'long_term'

/** A condo stays a condo when it is rented out. Any other rented home is a landlord policy. */
export const classify = (home: HomeValues): Product | 'unknown' => {
  if (home.property_type === 'condo' || home.property_type === 'co_op') return 'condo'
  if (home.property_type === undefined || home.home_ownership === undefined) return 'unknown'
  return isRentedOut(home) ? 'landlord' : 'standard'
}

export const requiredOfApplicant: readonly ApplicantFieldName[] = ['full_name', 'email', 'birthday']

const everyHome: readonly HomeFieldName[] = [
  'street',
  'city',
  'state',
  'zip',
  'home_ownership',
  'property_type',
  'home_sqft',
  'build_date',
  'roof_date',
  'roof_type',
  'new_purchase',
]
const ownWalls: readonly HomeFieldName[] = ['siding_type', 'heating_type']

export const requiredOfHome: Readonly<Record<Product, readonly HomeFieldName[]>> = {
  standard: [...everyHome, ...ownWalls],
  condo: everyHome,
  landlord: [...everyHome, ...ownWalls],
}

type StateRequirements = Readonly<
  Record<string, Partial<Readonly<Record<Product, readonly HomeFieldName[]>>>>
>

const requiredInState: StateRequirements = {}

/** An unknown product is asked like a standard home, so one round of questions is usually enough. */
export const requiredFor = (home: HomeValues, byState = requiredInState): readonly HomeFieldName[] => {
  const classified = classify(home)
  const product = classified === 'unknown' ? 'standard' : classified
  const { state = '' } = home
  const extra = Object.hasOwn(byState, state) ? byState[state]?.[product] : undefined
  return extra ? [...new Set([...requiredOfHome[product], ...extra])] : requiredOfHome[product]
}
