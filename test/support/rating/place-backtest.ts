import {
  allCities,
  autoTerritories,
  type City,
  zipsAround,
} from '../../../scripts/territory/auto-territory.ts'
import type { Place } from '../../../scripts/territory/places.ts'
import { marketSigma } from '../../../src/agency/rating/auto-carriers.ts'
import { autoState } from '../../../src/agency/rating/auto-states.ts'
import { states } from '../../../src/agency/rating/plan.ts'
import { banded, type Floors, mean, type Row, relative, type startBacktest } from './backtest.ts'
import { metroLevel } from './metro-level.ts'
import { cheapestTowns, cityStudies, placeStudies, placesInStates } from './published-places.ts'

type Hold = ReturnType<typeof startBacktest>['hold']
type Levels = ReadonlyMap<string, number>

/** Car insurance by metro area, town and ZIP code, without and with the peaks that a study shaped. */
export const holdPlaces = (hold: Hold, everywhere: readonly Place[]): void => {
  const stateOf = new Map(everywhere.map(({ zip, state }) => [zip, state]))
  const national = mean(states.map(state => autoState(state).premium))
  const around = zipsAround(everywhere)
  const levelsWith = (cities: readonly City[]): Levels => autoTerritories(everywhere, cities, around)
  const shipped = levelsWith(allCities())
  const againstNation = (state: string, level: number): number =>
    (autoState(state).premium * level) / national

  const metroAreas = (): void => {
    for (const { study, metros } of cityStudies) {
      const rows = (levels: Levels): Row[] =>
        metros.map(metro => {
          const ours = againstNation(metro.state, metroLevel(everywhere, levels, metro))
          return banded(metro.level, ours, marketSigma(metro.state))
        })
      const others = allCities().filter(({ place }) => !metros.some(metro => metro.city === place))
      const alone = { band: 0.8, within: 0.5, rank: 0.65 }
      hold(`auto by metro, ${study}: density and the other cities`, rows(levelsWith(others)), alone)
      const fitted: Floors = { band: 1, within: 0.55, rank: 0.9, slope: [0.75, 1.35] }
      hold(`auto by metro, ${study}: with its own peaks`, rows(shipped), fitted)
    }
  }

  const towns = (): void => {
    const rows = cheapestTowns.map(({ state, zip, level }) =>
      banded(level, againstNation(state, shipped.get(zip) ?? 1), marketSigma(state)),
    )
    const floors = { band: 1, within: 0.85, rank: 0.85 }
    hold('auto by town: the cheapest of 22 states, CarInsurance.com 2024', rows, floors)
  }

  const withinStates = (): void => {
    for (const { study, places: known } of placesInStates) {
      const rows = (levels: Levels): Row[] =>
        known.map(([zip, level]) =>
          banded(level, levels.get(zip) ?? 1, marketSigma(stateOf.get(zip) ?? 'CA')),
        )
      hold(`auto within states: ${study}, density only`, rows(levelsWith([])))
      const fitted = { band: 0.85, within: 0.6, rank: 0.7 }
      hold(`auto within states: ${study}, with the peaks`, rows(shipped), fitted)
    }
  }

  const bySource = (): void => {
    for (const { basis, study, against, places: known, floors } of placeStudies) {
      const rows = (levels: Levels): Row[] => {
        const ours = known.map(([zip]) => levels.get(zip) ?? 1)
        if (against === 'itself')
          return relative(
            known.map(([, figure]) => figure),
            ours,
            0.15,
          )
        return known.map(([zip, figure], at) => {
          const state = stateOf.get(zip) ?? 'CA'
          const level = ours[at] ?? 1
          return banded(
            figure,
            against === 'nation' ? againstNation(state, level) : level,
            marketSigma(state),
          )
        })
      }
      const others = allCities().filter(city => !city.basis.includes(basis))
      hold(`auto by place: ${study}, without the peaks it shaped`, rows(levelsWith(others)), floors.alone)
      hold(`auto by place: ${study}, with them`, rows(shipped), floors.fitted)
    }
  }

  metroAreas()
  towns()
  withinStates()
  bySource()
}
