import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'
import type { Budget } from './budget.ts'
import { leasedLimiter } from './limiters.ts'

const budget: Budget = { name: 'leases', points: 40, seconds: 60, by: 'address', leased: true }
/** As many as one process keeps in memory. */
const OTHERS = 10_000

const counted = () => new RateLimiterMemory({ points: budget.points, duration: budget.seconds })

const pushOut = async ({ take }: ReturnType<typeof leasedLimiter>): Promise<void> => {
  for (let each = 0; each < OTHERS; each++) await take(`other ${each}`)
}

test('leases of at most 10,000 callers stay in memory, and one pushed out never gets more than its budget', async () => {
  const store = counted()
  const limiter = leasedLimiter(store, budget)
  expect(await limiter.take('caller')).toMatchObject({ remaining: 39 })
  await pushOut(limiter)
  expect(await limiter.take('caller')).toMatchObject({ remaining: 37 })
  let granted = 2
  for (let call = 0; call < 2 * budget.points; call++) if (!(await limiter.take('caller')).spent) granted++
  expect(granted).toBe(39)
})

class HeldStore extends RateLimiterMemory {
  readonly asked: string[] = []
  release = (): void => {}
  readonly #held = new Promise<void>(resolve => {
    this.release = resolve
  })

  override async consume(subject: string, points?: number): Promise<RateLimiterRes> {
    this.asked.push(subject)
    if (subject === 'waiting') await this.#held
    return super.consume(subject, points)
  }
}

test('a call that waits for points gets them, also when its lease is pushed out meanwhile', async () => {
  const store = new HeldStore({ points: budget.points, duration: budget.seconds })
  const limiter = leasedLimiter(store, budget)
  const answer = limiter.take('waiting')
  await pushOut(limiter)
  store.release()
  expect(await answer).toMatchObject({ remaining: 39, spent: false })
  expect(store.asked.filter(subject => subject === 'waiting')).toHaveLength(1)
})
