export type Bands = { p10: number; p25: number; p50: number; p75: number; p90: number }

/** Standard normal quantiles, so that a lognormal band needs no sampling. */
const Z90 = 1.2815515655446004
const Z75 = 0.6744897501960817

/** Prices that differ in their last bits only round alike. */
export const wholeDollars = (amount: number): number => Math.round(amount + 1e-7)

/** Whole-dollar percentiles of lognormal prices that share a log spread, by their median. */
export const bandsOf = (sigma: number): ((median: number) => Bands) => {
  const [p10, p25, p75, p90] = [-Z90, -Z75, Z75, Z90].map(z => Math.exp(z * sigma)) as [
    number,
    number,
    number,
    number,
  ]
  return median => ({
    p10: wholeDollars(median * p10),
    p25: wholeDollars(median * p25),
    p50: wholeDollars(median),
    p75: wholeDollars(median * p75),
    p90: wholeDollars(median * p90),
  })
}

export const bands = (median: number, sigma: number): Bands => bandsOf(sigma)(median)

/** Independent doubts about one price: their log spreads add in squares. */
export const spread = (...sigmas: readonly number[]): number => Math.hypot(...sigmas)
