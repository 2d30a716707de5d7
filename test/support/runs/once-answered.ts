import { until } from './until.ts'

/** On a busy machine a call that waits for another one for seconds is told to come again, and does. */
export const onceAnswered = <A extends { status: number }>(ask: () => Promise<A>): Promise<A> =>
  until(async () => {
    const answer = await ask()
    return [409, 503].includes(answer.status) ? null : answer
  }) as Promise<A>
