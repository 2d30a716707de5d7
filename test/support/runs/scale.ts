/** `npm test` runs a short form of the long fault tests, `npm run torture` the whole. */
export const scaled = (short: number, whole: number): number => (process.env.TORTURE ? whole : short)

/** What the dice of a random test start from. `SEED=…` repeats a run whose failure named it. */
export const seed = (): number => {
  const given = process.env.SEED
  if (given === undefined) return Date.now() % 2 ** 31
  if (!/^\d+$/.test(given)) throw new Error(`SEED must be a whole number, not "${given}".`)
  return Number(given)
}
