export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * Rounds alternate, so other load on the machine affects all sides equally. The first round of each is a warm-up.
 * Returns the median of each number.
 */
export const inTurns = async <T extends Record<string, number>>(
  sides: readonly ((round: number) => Promise<T>)[],
  rounds: number,
): Promise<T[]> => {
  const seen: T[][] = sides.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [at, side] of sides.entries()) {
      const measured = await side(round)
      if (round > 0) seen[at]?.push(measured)
    }
  return seen.map(
    measured =>
      Object.fromEntries(
        Object.keys(measured[0] ?? {}).map(name => [name, median(measured.map(one => Number(one[name])))]),
      ) as T,
  )
}

export const perSecond = (count: number): string => `${Math.round(count)}/s`

/** The share of the baseline's throughput, next to the target. */
export const tellRatio = (ratio: number, bar: number): void =>
  console.log(`ratio ${ratio.toFixed(2)} (bar ${bar.toFixed(2)})`)
