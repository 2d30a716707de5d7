import { keysOf } from '../../../platform/lib/keys-of.ts'
import { usd } from '../../../platform/values/money.ts'
import type { AutoLimits } from './carrier.ts'

export type UnderlyingLimits = { auto: AutoClass; property_damage: number; home: number }

type Pair = readonly [per_person: number, per_accident: number]

/** Highest first. Any pair qualifies for its class. Source: RLI underlying limit classes, 2022–23. */
const AUTO_CLASSES = {
  high: [[500_000, 500_000]],
  standard: [
    [250_000, 500_000],
    [300_000, 300_000],
  ],
  low: [[100_000, 300_000]],
} as const satisfies Record<string, readonly Pair[]>

export type AutoClass = keyof typeof AUTO_CLASSES

const classes = keysOf(AUTO_CLASSES)

const reaches = ({ per_person, per_accident }: AutoLimits, autoClass: AutoClass): boolean =>
  AUTO_CLASSES[autoClass].some(([person, accident]) => per_person >= person && per_accident >= accident)

export const minimumAutoLimits = ({ auto, property_damage }: UnderlyingLimits): AutoLimits => {
  const [[per_person, per_accident]] = AUTO_CLASSES[auto]
  return { per_person, per_accident, property_damage }
}

const autoLimitsSuffice = (limits: AutoLimits, { auto, property_damage }: UnderlyingLimits): boolean =>
  limits.property_damage >= property_damage &&
  classes.slice(0, classes.indexOf(auto) + 1).some(autoClass => reaches(limits, autoClass))

export const ratedAutoClass = (limits: AutoLimits | null, required: UnderlyingLimits): AutoClass =>
  (limits && autoLimitsSuffice(limits, required) && classes.find(autoClass => reaches(limits, autoClass))) ||
  required.auto

export const inThousands = ({ per_person, per_accident, property_damage }: AutoLimits): string =>
  [per_person, per_accident, property_damage].map(amount => amount / 1000).join('/')

type UnderlyingPolicy = { what: string; has: string | null; enough: boolean; required: string }

const note = ({ what, has, enough, required }: UnderlyingPolicy): string[] => {
  if (has === null) return [`Your ${what} must have at least ${required} by the start date.`]
  return enough ? [] : [`Raise your ${what} from ${has} to ${required} before the start date.`]
}

export const autoLimitsNote = (limits: AutoLimits | null, required: UnderlyingLimits): string[] =>
  note({
    what: 'auto policy',
    has: limits && inThousands(limits),
    enough: limits !== null && autoLimitsSuffice(limits, required),
    required: inThousands(minimumAutoLimits(required)),
  })

export const homeLiabilityNote = (limit: number | null, { home }: UnderlyingLimits): string[] =>
  note({
    what: 'home policy',
    has: limit === null ? null : usd(limit),
    enough: limit !== null && limit >= home,
    required: `${usd(home)} of personal liability coverage`,
  })
