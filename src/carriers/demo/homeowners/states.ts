import { lazily } from '../../../lib/lazily.ts'
import { readTable } from '../../../rating/figures.ts'

/** Where a policy usually carries a wind and hail deductible of its own. */
export type Storm = 'none' | 'hail' | 'coastal' | 'hurricane'

/** `premium`: what a $300,000 dwelling with a $1,000 deductible costs there on average. */
export type HomeState = {
  name: string
  premium: number
  storm: Storm
  /** The mean wildfire load of its ZIPs, which the premium holds already. */
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
