import type { HomeValues } from './application.ts'
import { classify, type Product } from './classify-home.ts'
import type { ApplicantFieldName, HomeFieldName } from './fields.ts'

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
