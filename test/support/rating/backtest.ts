export type Row = { published: number; ours: number; low: number; high: number }

const Z90 = 1.2816
export const banded = (published: number, ours: number, sigma: number): Row => ({
  published,
  ours,
  low: ours * Math.exp(-Z90 * sigma),
  high: ours * Math.exp(Z90 * sigma),
})

const share = (rows: readonly Row[], holds: (row: Row) => boolean): number =>
  rows.filter(holds).length / rows.length
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, v) => sum + v, 0) / values.length

const ranks = (values: readonly number[]): number[] =>
  values.map(
    value => values.filter(other => other < value).length + values.filter(v => v === value).length / 2,
  )

const moments = (x: readonly number[], y: readonly number[]) => {
  const [mx, my] = [mean(x), mean(y)]
  const sum = (of: (i: number) => number): number => x.reduce((total, _, i) => total + of(i), 0)
  const dx = (i: number): number => (x[i] ?? 0) - mx
  const dy = (i: number): number => (y[i] ?? 0) - my
  return { xy: sum(i => dx(i) * dy(i)), xx: sum(i => dx(i) ** 2), yy: sum(i => dy(i) ** 2) }
}

/** Spearman's rank correlation. */
const rankCorrelation = (rows: readonly Row[]): number => {
  const { xy, xx, yy } = moments(ranks(rows.map(row => row.ours)), ranks(rows.map(row => row.published)))
  return xy / Math.sqrt(xx * yy)
}

/** How much the published figure rises where ours rises by one percent; 1 is right, below 1 we spread too far. */
const slope = (rows: readonly Row[]): number => {
  const { xy, xx } = moments(
    rows.map(row => Math.log(row.ours)),
    rows.map(row => Math.log(row.published)),
  )
  return xy / xx
}

export type Floors = { band?: number; within?: number; rank?: number; slope?: readonly [number, number] }

/** One row of the table in docs/calculators.md for each comparison, and what it missed of its floors. */
export const startBacktest = () => {
  const lines: string[] = []
  const missed: string[] = []
  const hold = (figure: string, rows: readonly Row[], floors: Floors = {}): void => {
    const result = {
      band: share(rows, ({ published, low, high }) => published >= low && published <= high),
      within: share(rows, ({ published, ours }) => Math.abs(ours / published - 1) <= 0.25),
      rank: rankCorrelation(rows),
      slope: slope(rows),
    }
    const cells = Object.values(result).map(value => value.toFixed(2).replace('-0.00', '0.00'))
    lines.push(`| ${figure} | ${rows.length} | ${cells.join(' | ')} |`)
    const [least, most] = floors.slope ?? [-Infinity, Infinity]
    if (result.band < (floors.band ?? 0)) missed.push(`${figure}: in band`)
    if (result.within < (floors.within ?? 0)) missed.push(`${figure}: within 25%`)
    if (result.rank < (floors.rank ?? -1)) missed.push(`${figure}: rank`)
    if (result.slope < least || result.slope > most) missed.push(`${figure}: slope`)
  }
  return { hold, lines, missed }
}

/** The same figures brought to one mean, so that only their differences count. */
export const relative = (published: readonly number[], ours: readonly number[], sigma: number): Row[] => {
  const scale = mean(published) / mean(ours)
  return published.map((figure, at) => banded(figure, (ours[at] ?? 1) * scale, sigma))
}
