import { type AutoLimitTier, readAutoLimits } from '../../agency/rating/auto-limits.ts'
import { along, type Points } from '../../agency/rating/plan.ts'
import { invalid } from './place.ts'
import { say } from './say.ts'

const requiredAuto = '250_500_100'

// Cost of a full-coverage policy by injury limit per person, in thousands, relative to 100/300 (ValuePenguin 2025).
const BILL_BY_LIMIT: Points = [
  [25, 0.9],
  [50, 0.955],
  [100, 1],
  [250, 1.096],
]

const percentMoreAt250 = ({ person }: AutoLimitTier): number =>
  Math.round((along(BILL_BY_LIMIT, 250) / along(BILL_BY_LIMIT, person) - 1) * 100)

const parse = (text: string): AutoLimitTier => {
  const limits = readAutoLimits(text) ?? { person: 0, accident: 0, property: 0 }
  return limits.accident < limits.person
    ? invalid({ path: 'current_auto_coverages', code: 'limits_reversed', expected: 'such as 250_500_100' })
    : limits
}

const meets = ({ person, accident, property }: AutoLimitTier): boolean =>
  property >= 100 && ((person >= 250 && accident >= 500) || (person >= 300 && accident >= 300))

const raising = (limits: AutoLimitTier): string => {
  const more = percentMoreAt250(limits)
  const from = `${limits.person}/${limits.accident}/${limits.property}`
  return more > 0
    ? say(
        'Raise your auto liability from {from} to 250/500/100 first; that adds about {more}% to your auto bill.',
        { from, more },
      )
    : say('Raise your auto liability from {from} to 250/500/100 first.', { from })
}

export type UnderlyingAuto = {
  level: 'standard' | 'high'
  answer: { required_auto: string; current_meets: boolean | null; note: string }
  raiseFirst?: string
}

export const underlyingAuto = (current: string | undefined): UnderlyingAuto => {
  if (current === undefined) {
    const note = 'Carriers require auto liability of 250/500/100. You did not give your current limits.'
    return { level: 'standard', answer: { required_auto: requiredAuto, current_meets: null, note } }
  }
  const limits = parse(current)
  const current_meets = meets(limits)
  const note = current_meets ? 'Your auto liability limits are high enough.' : raising(limits)
  return {
    level: current_meets && limits.person >= 500 ? 'high' : 'standard',
    answer: { required_auto: requiredAuto, current_meets, note },
    ...(!current_meets && {
      raiseFirst: say('Your auto liability limits are too low: carriers require 250/500/100. {note}', {
        note,
      }),
    }),
  }
}
