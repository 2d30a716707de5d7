import type { MissingField } from '../../../products/homeowners/application/missing.ts'
import type { OpenSection } from '../../../products/line/reviewed-purchase/application/missing.ts'

const ADDRESS = ['street', 'city', 'state', 'zip']

const categoryOf = ({ path }: Pick<MissingField, 'path'>): string => {
  const [first, , name = ''] = path
  if (first === 'credit_check_authorized') return 'Credit check authorization'
  if (first !== 'home') return 'About the homeowner'
  return ADDRESS.includes(String(name)) ? 'Address of the home' : 'About the home'
}

/** Coarse on purpose: the dashboard never says which answers of a person are missing (specification, 2.2). */
export const homeCategories = (missing: readonly Pick<MissingField, 'path'>[]): string[] => [
  ...new Set(missing.map(categoryOf)),
]

export const umbrellaCategories = (open: readonly OpenSection[]): string[] =>
  open.map(({ section }) => section.title)
