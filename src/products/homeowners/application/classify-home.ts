import type { HomeRisk } from '../../../agency/carriers/homeowners/carrier.ts'
import type { HomeValues } from './application.ts'

export type Product = HomeRisk['product']

const isRentedOut = ({ home_ownership, rental_status }: HomeValues): boolean =>
  home_ownership === 'owned_rental' || rental_status === 'short_term' || rental_status === 'long_term'

/** A condo stays a condo when it is rented out. Any other rented home is a landlord policy. */
export const classify = (home: HomeValues): Product | 'unknown' => {
  if (home.property_type === 'condo' || home.property_type === 'co_op') return 'condo'
  if (home.property_type === undefined || home.home_ownership === undefined) return 'unknown'
  return isRentedOut(home) ? 'landlord' : 'standard'
}
