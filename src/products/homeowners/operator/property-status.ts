import type { PolicyLife } from '../../../agency/policies/policy-life.ts'
import { boundStatus } from '../../line/wire/policy-words.ts'
import { type Home, isInsured } from '../application/application.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import { isChoosing, type PropertyStatus } from '../application/statuses.ts'
import type { HomeOfferRow } from '../quoting/offers.ts'

type Request = {
  status: HomeownersStatus
  isBinding: boolean
  offers: readonly HomeOfferRow[]
  lives: ReadonlyMap<string | null, PolicyLife>
}

const amongOffers = (home: Home, { status, isBinding, offers }: Request): PropertyStatus => {
  const own = offers.filter(
    ({ item, superseded_at, refused_at }) =>
      item === home.property_id && superseded_at === null && refused_at === null,
  )
  if (own.length === 0) return 'no_offers'
  if (status === 'quoted' || !own.some(({ selected_at }) => selected_at !== null)) return 'quoted'
  return isBinding ? 'waiting_on_carrier' : 'selected'
}

export const propertyStatus = (home: Home, request: Request): PropertyStatus => {
  if (isInsured(home)) return boundStatus(request.lives.get(home.property_id))
  if (request.status === 'bound') return 'not_insured'
  if (isChoosing(request.status)) return amongOffers(home, request)
  return request.status
}
