import { type AutoLimits, readAutoLimits } from '../rating/auto-limits.ts'
import { invalid } from './place.ts'

/** What most umbrella carriers ask for. */
const requiredAuto = '250_500_100'

const parse = (text: string): AutoLimits => {
  const limits = readAutoLimits(text) ?? { person: 0, accident: 0, property: 0 }
  return limits.accident < limits.person
    ? invalid({ path: 'current_auto_coverages', code: 'limits_reversed', expected: 'such as 250_500_100' })
    : limits
}

/** 250/500/100, or 300/300/100 as some carriers accept. */
const meets = ({ person, accident, property }: AutoLimits): boolean =>
  property >= 100 && ((person >= 250 && accident >= 500) || (person >= 300 && accident >= 300))

export type UnderlyingAuto = {
  /** The price is lower above limits of 500/500. */
  level: 'standard' | 'high'
  answer: { required_auto: string; current_meets: boolean | null; note: string }
}

export const underlyingAuto = (current: string | undefined): UnderlyingAuto => {
  if (current === undefined) {
    const note = 'Car liability of 250/500/100 is needed underneath; the current limits were not given.'
    return { level: 'standard', answer: { required_auto: requiredAuto, current_meets: null, note } }
  }
  const limits = parse(current)
  const current_meets = meets(limits)
  return {
    level: current_meets && limits.person >= 500 ? 'high' : 'standard',
    answer: {
      required_auto: requiredAuto,
      current_meets,
      note: current_meets
        ? 'The current car liability limits are enough.'
        : `Raise car liability from ${limits.person}/${limits.accident}/${limits.property} to 250/500/100 first; that adds about 10 % to the car insurance bill.`,
    },
  }
}
