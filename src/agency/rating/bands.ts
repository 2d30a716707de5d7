export type Bands = { p10: number; p25: number; p50: number; p75: number; p90: number }

const Z90 = 1.2815515655446004
const Z75 = 0.6744897501960817

export const wholeDollars = (amount: number): number => Math.round(amount + 1e-7)

export const bands = (median: number, sigma: number): Bands => ({
  p10: wholeDollars(median * Math.exp(-Z90 * sigma)),
  p25: wholeDollars(median * Math.exp(-Z75 * sigma)),
  p50: wholeDollars(median),
  p75: wholeDollars(median * Math.exp(Z75 * sigma)),
  p90: wholeDollars(median * Math.exp(Z90 * sigma)),
})

export type Range = { low: number; mid: number; high: number }

export const rangeOf = (sigma: number): ((median: number) => Range) => {
  const least = Math.exp(-Z90 * sigma)
  const most = Math.exp(Z90 * sigma)
  return median => ({
    low: wholeDollars(median * least),
    mid: wholeDollars(median),
    high: wholeDollars(median * most),
  })
}

export const spread = (...sigmas: readonly number[]): number => Math.hypot(...sigmas)
