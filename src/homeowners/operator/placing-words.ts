import type { Placing } from '../buying/placing.ts'

const list = new Intl.ListFormat('en-US')

export const named = (carriers: readonly string[]): string => list.format(new Set(carriers))

export type PlacingFacts = Placing & { isLate: boolean; homes: number; insured: number }

const coverage = ({ homes, insured }: PlacingFacts): string =>
  insured === 0
    ? 'There is no coverage until the policy is issued.'
    : `Policies are bound for ${insured} of ${homes} homes. No other home is covered until its policy is issued.`

export const orderWords = (placing: PlacingFacts): string => {
  const { open, isLate } = placing
  const carriers = (isByStaff: boolean): string[] =>
    open.filter(({ byStaff }) => byStaff === isByStaff).map(({ carrier }) => carrier)
  const [staff, sent] = [carriers(true), carriers(false)]
  return [
    ...(staff.length > 0 ? [`The agency is placing the order with ${named(staff)}.`] : []),
    ...(sent.length > 0
      ? [
          isLate && staff.length === 0
            ? `The order is with ${named(sent)}, and the agency is asking for the answer.`
            : `The order is with ${named(sent)}.`,
        ]
      : []),
    coverage(placing),
  ].join(' ')
}

export const askedWords = (placing: PlacingFacts): string =>
  [
    ...placing.asked.map(
      ({ carrier, reason, property_id }) =>
        `${carrier} has not issued the policy${placing.homes > 1 ? ` for ${property_id}` : ''}. It says: “${reason}”`,
    ),
    coverage(placing),
  ].join(' ')
