import { say } from '../rules/say.ts'

/** Lenders require insurance of a home, not an umbrella policy. `startsBy` null: coverage has already ended. */
export const newPolicyWords = ({ startsBy, isHome }: { startsBy: string | null; isHome: boolean }): string =>
  [
    startsBy === null
      ? say('If you still need insurance, get a new policy now.')
      : say('If you still need insurance, get a new policy that starts by {day}.', { day: startsBy }),
    ...(isHome ? [say('If a lender requires insurance, tell them about the new policy.')] : []),
  ].join(' ')
