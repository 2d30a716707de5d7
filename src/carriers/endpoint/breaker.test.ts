import { expect, test } from 'vitest'
import { later, SECOND } from '../../lib/clock.ts'
import { CircuitOpen, createBreaker } from './breaker.ts'

const movable = () => {
  let now = new Date('2026-01-01T00:00:00Z')
  return {
    now: () => now,
    pass: (milliseconds: number) => {
      now = later(now, milliseconds)
    },
  }
}

const failing = async (): Promise<never> => {
  throw new Error('down')
}
const working = async (): Promise<string> => 'up'

const opened = async () => {
  const clock = movable()
  const breaker = createBreaker(clock)
  for (let failure = 0; failure < 5; failure++) await expect(breaker(failing)).rejects.toThrow('down')
  return { clock, breaker }
}

test('five failures in a row open it for 30 seconds: nobody is asked', async () => {
  const { clock, breaker } = await opened()
  await expect(breaker(working)).rejects.toThrow(CircuitOpen)
  clock.pass(30 * SECOND - 1)
  await expect(breaker(working)).rejects.toThrow(CircuitOpen)
  clock.pass(1)
  expect(await breaker(working)).toBe('up')
  expect(await breaker(working)).toBe('up')
})

test('a success in between starts the count anew', async () => {
  const breaker = createBreaker(movable())
  for (const act of [failing, failing, failing, failing, working, failing, failing, failing, failing])
    await breaker(act).catch(() => undefined)
  expect(await breaker(working)).toBe('up')
})

test('while the one trial is under way, however long, everybody else fails at once', async () => {
  const { clock, breaker } = await opened()
  clock.pass(30 * SECOND)
  let end: (word: string) => void = () => undefined
  const tried = breaker(() => new Promise<string>(resolve => (end = resolve)))
  clock.pass(60 * SECOND)
  await expect(breaker(working)).rejects.toThrow(CircuitOpen)
  end('up')
  expect(await tried).toBe('up')
  expect(await breaker(working)).toBe('up')
})

test('a failed trial opens it for another 30 seconds', async () => {
  const { clock, breaker } = await opened()
  clock.pass(30 * SECOND)
  await expect(breaker(failing)).rejects.toThrow('down')
  clock.pass(29 * SECOND)
  await expect(breaker(working)).rejects.toThrow(CircuitOpen)
  clock.pass(SECOND)
  expect(await breaker(working)).toBe('up')
})
