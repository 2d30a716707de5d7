/** Auto liability limits in thousands of dollars: injury per person, injury per accident, property damage. */
export type AutoLimitTier = { person: number; accident: number; property: number }

const PARTS = /^\s*(\d{1,8})\s*[_/]\s*(\d{1,8})\s*[_/]\s*(\d{1,8})\s*$/

const thousands = (part: string | undefined): number =>
  Number(part) >= 10_000 ? Math.floor(Number(part) / 1000) : Number(part)

export const readAutoLimits = (text: string): AutoLimitTier | null => {
  const [, person, accident, property] = PARTS.exec(text) ?? []
  return person === undefined
    ? null
    : { person: thousands(person), accident: thousands(accident), property: thousands(property) }
}

export const autoLimitsText = ({ person, accident, property }: AutoLimitTier): string =>
  [person, accident, property].join('_')
