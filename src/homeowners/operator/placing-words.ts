import type { Placing } from '../buying/placing.ts'

const list = new Intl.ListFormat('en-US')

export const named = (carriers: readonly string[]): string => list.format(new Set(carriers))

const NOT_COVERED = 'There is no coverage until the policy is issued.'

/** Nothing about why: another application is nobody's business. */
export const AT_DESK = `The agency is looking at the purchase. ${NOT_COVERED}`

export type PlacingFacts = Placing & { isAtDesk: boolean }

export const orderWords = ({ open, isAtDesk }: PlacingFacts): string => {
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
    NOT_COVERED,
  ].join(' ')
}

export const askedWords = ({ asked }: Placing): string =>
  [
    ...asked.map(({ carrier, reason }) => `${carrier} has not issued the policy. It says: “${reason}”`),
    NOT_COVERED,
  ].join(' ')
