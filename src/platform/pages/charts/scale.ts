export type Scale = (value: number) => number

export const hundredths = (value: number): number => Math.round(value * 100) / 100

export const linear =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale =>
  value =>
    hundredths(to === from ? start : start + ((value - from) / (to - from)) * (end - start))

const STEPS = [1, 2, 2.5, 3, 4, 5, 6, 8, 10]

export const ticks = (most: number, count = 5): number[] => {
  const rough = Math.max(most, 1) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find(times => times * power >= rough * 0.999) ?? 10) * power
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, at) => at * step)
}

export const shortDollars = (amount: number): string => {
  if (amount < 1000) return `$${Math.round(amount)}`
  return amount < 1_000_000 ? `$${Number((amount / 1000).toFixed(1))}k` : `$${amount / 1_000_000}M`
}
