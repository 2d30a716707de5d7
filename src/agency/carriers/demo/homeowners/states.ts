import { lazily } from '../../../../platform/lib/lazily.ts'
import { readTable } from '../../../rating/figures.ts'
import { territoryOf } from '../../../rating/territory.ts'
import type { HomeRisk } from '../../homeowners/carrier.ts'

export type Storm = 'none' | 'hail' | 'coastal' | 'hurricane'

export type HomeState = {
  name: string
  /** Dollars a year for $300,000 of dwelling coverage with a $1,000 deductible. */
  premium: number
  storm: Storm
  wildfire: number
}

const byState = lazily(
  () =>
    new Map(
      readTable('home-states.csv').map(row => [
        row.text('state'),
        {
          name: row.text('name'),
          premium: row.number('premium'),
          storm: row.text('storm') as Storm,
          wildfire: row.number('wildfire'),
        } satisfies HomeState,
      ]),
    ),
)

export const homeState = (state: string): HomeState => {
  const figures = byState().get(state)
  if (!figures) throw new Error(`no homeowners figures for ${state}`)
  return figures
}

const COASTAL_COUNTIES: Readonly<Record<string, readonly string[]>> = {
  NY: ['Bronx', 'Kings', 'Nassau', 'New York', 'Queens', 'Richmond', 'Suffolk', 'Westchester'],
  PA: ['Bucks', 'Chester', 'Delaware', 'Montgomery', 'Philadelphia'],
}

export const stormAt = ({ state, zip }: Pick<HomeRisk, 'state' | 'zip'>): Storm => {
  const coastal = COASTAL_COUNTIES[state]
  return !coastal || coastal.includes(territoryOf(zip)?.county ?? '') ? homeState(state).storm : 'none'
}
