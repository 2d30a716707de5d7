import { lazily } from '../../platform/lib/lazily.ts'
import { readTable } from './figures.ts'
import type { Points } from './plan.ts'

export const coverages = ['liability', 'collision', 'comprehensive'] as const
export type Coverage = (typeof coverages)[number]

/** A state's full-coverage prices for a 40-year-old with a clean record and $500 deductibles. */
export type AutoState = {
  premium: number
  studyGap: number
  shares: Readonly<Record<Coverage, number>>
  ageEffects: Points
  atFault: number
}

const AGES = [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85]

const byState = lazily(
  () =>
    new Map(
      readTable('auto-states.csv').map(row => [
        row.text('state'),
        {
          premium: row.number('premium'),
          studyGap: row.number('study_gap'),
          shares: {
            liability: row.number('liability'),
            collision: row.number('collision'),
            comprehensive: row.number('comprehensive'),
          },
          ageEffects: AGES.map(age => [age, row.number(`age_${age}`)] as const),
          atFault: row.number('at_fault_pct') / 100,
        } satisfies AutoState,
      ]),
    ),
)

export const autoState = (state: string): AutoState => {
  const figures = byState().get(state)
  if (!figures) throw new Error(`no car insurance figures for ${state}`)
  return figures
}
