import { type ErrorCode, fail } from '../../errors.ts'

export type Budget = {
  name: string
  points: number
  seconds: number
  by: 'caller' | 'address' | 'everyone' | ((input: never) => string | null)
  when?: (input: never) => boolean
  refusal?: Extract<ErrorCode, 'rate_limited' | 'too_many_attempts'>
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

export const tighter = (a: BudgetState | null, b: BudgetState): BudgetState =>
  !a || b.remaining < a.remaining || (b.remaining === a.remaining && b.resetMs > a.resetMs) ? b : a

export const refuseSpent = (budget: Budget, state: BudgetState, message?: string): void => {
  if (!state.spent) return
  fail(budget.refusal ?? 'rate_limited', {
    retryAfterSeconds: resetSeconds(state),
    headers: budgetHeaders(state),
    ...(message !== undefined && { message }),
  })
}
