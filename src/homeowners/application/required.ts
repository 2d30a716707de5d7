import type { HomeValues } from './application.ts'
import { classify, type Product } from './classify-home.ts'
import type { ApplicantFieldName, HomeFieldName } from './fields.ts'

// policy_expire is needed too when the home is not a new purchase, but it is never asked:
// absent, the service carries an estimate of it (service-estimates.ts) into the review.
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

export type StateRequirements = Readonly<
  Record<string, Partial<Readonly<Record<Product, readonly HomeFieldName[]>>>>
>

/** What a state asks beyond the rest of the country: `FL: { standard: ['roof_shape'] }`. */
const requiredInState: StateRequirements = {}

/** While the product is unknown a home is asked what most homes are, so that one round of questions is enough. */
export const requiredFor = (home: HomeValues, byState = requiredInState): readonly HomeFieldName[] => {
  const classified = classify(home)
  const product = classified === 'unknown' ? 'standard' : classified
  const { state = '' } = home
  const extra = (Object.hasOwn(byState, state) ? byState[state]?.[product] : undefined) ?? []
  return [...new Set([...requiredOfHome[product], ...extra])]
}
