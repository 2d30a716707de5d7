import { californiaHome } from '../../../agency/rating/california-home.ts'
import { readTable } from '../../../agency/rating/figures.ts'
import { lazily } from '../../../platform/lib/lazily.ts'
import { yearOf } from '../../../platform/values/calendar.ts'
import type { HomeValues } from '../application/application.ts'

const byState = lazily(
  () =>
    new Map(
      readTable('rebuild-states.csv').map(
        row => [row.text('state'), row.number('rebuild_per_sqft')] as const,
      ),
    ),
)

const NATIONAL = 200

const rebuildPerSqft = (state: string, zip: string): number =>
  (state === 'CA' ? californiaHome(zip)?.rebuildPerSqft : undefined) ?? byState().get(state) ?? NATIONAL

// California guides: $400-600 per square foot mid-range and $500-1,200 luxury, against a regional default of $400.
const QUALITY = { basic: 0.8, standard: 1, custom: 1.25, luxury: 2.1 } as const

// Plaster, old dimensions and newer building codes make an old home more expensive to rebuild.
const AGE: readonly (readonly [builtBefore: number, factor: number])[] = [
  [1940, 1.15],
  [1960, 1.05],
]

const MANUFACTURED = 0.5

export const REPLACEMENT_COST_RULE = 'replacement_cost'

const perSqft = ({ state = '', zip = '' }: HomeValues): number => rebuildPerSqft(state, zip)

const ageFactor = (build_date: string | undefined): number =>
  AGE.find(([builtBefore]) => build_date !== undefined && yearOf(build_date) < builtBefore)?.[1] ?? 1

export const replacementCost = (home: HomeValues): number => {
  const { home_sqft = 0, construction_quality = 'standard', property_type, build_date } = home
  const kind = property_type === 'mobile_home' ? MANUFACTURED : 1
  const cost = home_sqft * perSqft(home) * QUALITY[construction_quality] * ageFactor(build_date) * kind
  return Math.round(cost / 1000) * 1000
}
