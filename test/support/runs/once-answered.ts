import { until } from './until.ts'

/** On a busy machine a call that waits for another one for seconds is told to come again, and does. */
const comingAgainAt =
  (statuses: readonly number[]) =>
  <A extends { status: number }>(ask: () => Promise<A>): Promise<A> =>
    until(async () => {
      const answer = await ask()
      return statuses.includes(answer.status) ? null : answer
    }) as Promise<A>

export const onceAnswered = comingAgainAt([409, 503])

/** Of these calls a 409 is an answer. */
export const onceNotBusy = comingAgainAt([503])
