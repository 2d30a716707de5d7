/** `npm test` runs a short form of the long fault tests, `npm run torture` the whole. */
export const scaled = (short: number, whole: number): number => (process.env.TORTURE ? whole : short)
