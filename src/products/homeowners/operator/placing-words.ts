import type { Placing } from '../buying/placing.ts'

const list = new Intl.ListFormat('en-US')

export const named = (carriers: readonly string[]): string => list.format(new Set(carriers))

export type PlacingFacts = Placing & { isAtDesk: boolean; homes: number; insured: number }

const coverage = ({ homes, insured }: PlacingFacts): string =>
  insured === 0
    ? 'There is no coverage until the policy is issued.'
    : `Policies are bound for ${insured} of ${homes} homes. No other home is covered until its policy is issued.`

/** Does not say why, because another application is confidential. */
export const atDeskWords = (placing: PlacingFacts): string =>
  `The agency is looking at the purchase. ${coverage(placing)}`

export const orderWords = (placing: PlacingFacts): string => {
  const { open, isAtDesk } = placing
  const carriers = (isByStaff: boolean): string[] =>
    open.filter(({ byStaff }) => byStaff === isByStaff).map(({ carrier }) => carrier)
  const [staff, sent] = [carriers(true), carriers(false)]
  return [
    ...(staff.length > 0 ? [`The agency is placing the order with ${named(staff)}.`] : []),
    ...(sent.length > 0
      ? [
          isAtDesk && staff.length === 0
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
