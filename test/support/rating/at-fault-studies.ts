import { type FigureRow, readTable } from '../../../src/agency/rating/figures.ts'
import { mean } from './backtest.ts'

const NATION = 45
export const FITTED = ['insurance_com_2022', 'quadrant_2021', 'bankrate_2021', 'lendingtree_2026'] as const
type Study = (typeof FITTED)[number]

export const atFaultStudies = (): FigureRow[] => readTable('figures/at-fault.csv')

/** What an accident adds in a state by these studies, each brought to the national level; the nation counts as one more. */
export const riseFrom = (studies: readonly Study[]): ((row: FigureRow) => number) => {
  const rows = atFaultStudies()
  const known = (study: Study) =>
    rows.flatMap(row => {
      const percent = row.published(study)
      return percent === undefined ? [] : [{ row, percent }]
    })
  const averages = studies
    .map(study => ({ study, seen: known(study) }))
    .filter(({ seen }) => seen.length > 40)
    .map(({ study, seen }) => ({ study, average: mean(seen.map(({ percent }) => percent)) }))
  const standing = (row: FigureRow): number[] => {
    const shares = averages.flatMap(({ study, average }) => {
      const percent = row.published(study)
      return percent === undefined ? [] : [percent / average]
    })
    return shares.length ? [mean(shares)] : []
  }
  /** A study of some states only is leveled by how the same states stand in the studies of all states. */
  const levelOf = (study: Study): number => {
    const whole = averages.find(other => other.study === study)?.average
    if (whole !== undefined || study === 'lendingtree_2026') return whole ?? NATION
    const seen = known(study)
    return mean(seen.map(({ percent }) => percent)) / mean(seen.flatMap(({ row }) => standing(row)))
  }
  const levels = studies.map(study => ({ study, level: levelOf(study) }))
  return row =>
    mean([
      ...levels.flatMap(({ study, level }) => {
        const percent = row.published(study)
        return percent === undefined ? [] : [(percent * NATION) / level]
      }),
      NATION,
    ])
}
