import { usd } from '../../line/fields/money.ts'
import type { AutoLimits } from './carrier.ts'

/** What must lie under an umbrella. */
export type Underlying = { auto: AutoClass; property_damage: number; home: number }

type Pair = readonly [per_person: number, per_accident: number]

/** From the highest; any pair of a class will do. After RLI's classes of underlying limits, 2022–23. */
const AUTO_CLASSES = {
  high: [[500_000, 500_000]],
  standard: [
    [250_000, 500_000],
    [300_000, 300_000],
  ],
  low: [[100_000, 300_000]],
} as const satisfies Record<string, readonly Pair[]>

export type AutoClass = keyof typeof AUTO_CLASSES

const classes = Object.keys(AUTO_CLASSES) as AutoClass[]

const reaches = ({ per_person, per_accident }: AutoLimits, autoClass: AutoClass): boolean =>
  AUTO_CLASSES[autoClass].some(([person, accident]) => per_person >= person && per_accident >= accident)

export const minimumAutoLimits = ({ auto, property_damage }: Underlying): AutoLimits => {
  const [[per_person, per_accident]] = AUTO_CLASSES[auto]
  return { per_person, per_accident, property_damage }
}

const autoLimitsSuffice = (limits: AutoLimits, { auto, property_damage }: Underlying): boolean =>
  limits.property_damage >= property_damage &&
  classes.slice(0, classes.indexOf(auto) + 1).some(autoClass => reaches(limits, autoClass))

/** Limits that are unknown or too low are rated as the ones that are asked for. */
export const ratedAutoClass = (limits: AutoLimits | null, asked: Underlying): AutoClass =>
  (limits && autoLimitsSuffice(limits, asked) && classes.find(autoClass => reaches(limits, autoClass))) ||
  asked.auto

/** "250/500/100": thousands, as policies write them. */
export const inThousands = ({ per_person, per_accident, property_damage }: AutoLimits): string =>
  [per_person, per_accident, property_damage].map(dollars => dollars / 1000).join('/')

type Below = { what: string; has: string | null; enough: boolean; asked: string }

const note = ({ what, has, enough, asked }: Below): string[] => {
  if (has === null) return [`${what} must carry at least ${asked} on the start date.`]
  return enough ? [] : [`${what} must be raised from ${has} to ${asked} before the start date.`]
}

export const autoNote = (limits: AutoLimits | null, asked: Underlying): string[] =>
  note({
    what: 'Your auto policy',
    has: limits && inThousands(limits),
    enough: limits !== null && autoLimitsSuffice(limits, asked),
    asked: inThousands(minimumAutoLimits(asked)),
  })

export const homeNote = (limit: number | null, { home }: Underlying): string[] =>
  note({
    what: 'Your home policy',
    has: limit === null ? null : usd(limit),
    enough: limit !== null && limit >= home,
    asked: `${usd(home)} of personal liability`,
  })
