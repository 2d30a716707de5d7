import { type ErrorCode, fail } from '../../errors.ts'

/** So many calls in so many seconds, shared by every replica. */
export type Budget = {
  name: string
  points: number
  seconds: number
  /** Whose budget: the caller's, the address's, or what the input says (an email, say; null: none of this). */
  by: 'caller' | 'address' | ((input: never) => string | null)
  /** What the input says counts by itself, from whatever address it comes. */
  alone?: true
  refusal?: Extract<ErrorCode, 'rate_limited' | 'too_many_attempts'>
  /** Take a twentieth of the points at a time and spend it in memory: for calls that are many and cheap. */
  leased?: true
}

export type BudgetState = {
  limit: number
  seconds: number
  remaining: number
  resetMs: number
  spent: boolean
}

const resetSeconds = ({ resetMs }: BudgetState): number => Math.max(1, Math.ceil(resetMs / 1000))

export const budgetHeaders = (state: BudgetState): Record<string, string> => ({
  'ratelimit-limit': String(state.limit),
  'ratelimit-remaining': String(state.remaining),
  'ratelimit-reset': String(resetSeconds(state)),
  'ratelimit-policy': `${state.limit};w=${state.seconds}`,
})

/** Of two budgets the one that runs out first is told. */
export const tighter = (a: BudgetState | null, b: BudgetState): BudgetState =>
  !a || b.remaining < a.remaining || (b.remaining === a.remaining && b.resetMs > a.resetMs) ? b : a

export const refuseSpent = (budget: Budget, state: BudgetState): void => {
  if (!state.spent) return
  fail(budget.refusal ?? 'rate_limited', {
    retryAfterSeconds: resetSeconds(state),
    headers: budgetHeaders(state),
  })
}
