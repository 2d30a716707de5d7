import { allCities, autoTerritories, type City } from '../../scripts/territory/auto-territory.ts'
import type { Place } from '../../scripts/territory/places.ts'
import { marketSigma } from '../../src/rating/auto-carriers.ts'
import { autoState } from '../../src/rating/auto-states.ts'
import { states } from '../../src/rating/state-rules.ts'
import { banded, type Floors, mean, type Row, relative, type startBacktest } from './backtest.ts'
import { metroLevel } from './metro-level.ts'
import { cheapestTowns, cityStudies, placeStudies, placesInStates } from './published-places.ts'

type Hold = ReturnType<typeof startBacktest>['hold']
type Levels = ReadonlyMap<string, number>

/** Car insurance by metro area, town and ZIP code, without and with the peaks that a study shaped. */
export const holdPlaces = (hold: Hold, everywhere: readonly Place[]): void => {
  const stateOf = new Map(everywhere.map(({ zip, state }) => [zip, state]))
  const national = mean(states.map(state => autoState(state).premium))
  const territoriesOf = (served: ReadonlySet<string>, cities = allCities()): Levels =>
    autoTerritories(
      everywhere.filter(({ state }) => served.has(state)),
      cities,
    )
  const againstNation = (state: string, level: number): number =>
    (autoState(state).premium * level) / national
  const statesOf = (known: readonly (readonly [zip: string, figure: number])[]): ReadonlySet<string> =>
    new Set(known.map(([zip]) => stateOf.get(zip) ?? ''))

  const metroAreas = (): void => {
    for (const { study, metros } of cityStudies) {
      const served = new Set(metros.map(({ state }) => state))
      const rows = (cities = allCities()): Row[] => {
        const levels = territoriesOf(served, cities)
        return metros.map(metro => {
          const ours = againstNation(metro.state, metroLevel(everywhere, levels, metro))
          return banded(metro.level, ours, marketSigma(metro.state))
        })
      }
      const others = allCities().filter(({ place }) => !metros.some(metro => metro.city === place))
      const alone = { band: 0.8, within: 0.5, rank: 0.65 }
      hold(`auto by metro, ${study}: density and the other cities`, rows(others), alone)
      const fitted: Floors = { band: 1, within: 0.55, rank: 0.9, slope: [0.75, 1.35] }
      hold(`auto by metro, ${study}: with its own peaks`, rows(), fitted)
    }
  }

  const towns = (): void => {
    const levels = territoriesOf(new Set(cheapestTowns.map(({ state }) => state)))
    const rows = cheapestTowns.map(({ state, zip, level }) =>
      banded(level, againstNation(state, levels.get(zip) ?? 1), marketSigma(state)),
    )
    const floors = { band: 1, within: 0.85, rank: 0.85 }
    hold('auto by town: the cheapest of 22 states, CarInsurance.com 2024', rows, floors)
  }

  const withinStates = (): void => {
    for (const { study, places: known } of placesInStates) {
      const served = statesOf(known)
      const rows = (levels: Levels): Row[] =>
        known.map(([zip, level]) =>
          banded(level, levels.get(zip) ?? 1, marketSigma(stateOf.get(zip) ?? 'CA')),
        )
      hold(`auto within states: ${study}, density only`, rows(territoriesOf(served, [])))
      const fitted = { band: 0.85, within: 0.6, rank: 0.7 }
      hold(`auto within states: ${study}, with the peaks`, rows(territoriesOf(served)), fitted)
    }
  }

  const bySource = (): void => {
    for (const { basis, study, against, places: known, floors } of placeStudies) {
      const served = statesOf(known)
      const rows = (cities: readonly City[]): Row[] => {
        const levels = territoriesOf(served, [...cities])
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
      hold(`auto by place: ${study}, without the peaks it shaped`, rows(others), floors.alone)
      hold(`auto by place: ${study}, with them`, rows(allCities()), floors.fitted)
    }
  }

  metroAreas()
  towns()
  withinStates()
  bySource()
}
