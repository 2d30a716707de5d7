import { expect, test } from 'vitest'
import { later, SECOND } from '../../../platform/lib/clock.ts'
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

type Meaning = 'away' | 'answered' | 'unknown'
class Failed extends Error {
  readonly meaning: Meaning
  constructor(meaning: Meaning) {
    super(meaning)
    this.meaning = meaning
  }
}
const ends = (meaning: Meaning) => async (): Promise<never> => {
  throw new Failed(meaning)
}
const away = ends('away')
const working = async (): Promise<string> => 'up'

const closed = () => {
  const clock = movable()
  const breaker = createBreaker({ clock, meaningOf: error => (error as Failed).meaning })
  return { clock, breaker }
}

const opened = async () => {
  const made = closed()
  for (const id of ['a', 'b', 'c', 'd', 'e']) await expect(made.breaker(id, away)).rejects.toThrow('away')
  return made
}

test('five failed requests in a row open it for 30 seconds: nobody is asked', async () => {
  const { clock, breaker } = await opened()
  await expect(breaker('f', working)).rejects.toThrow(CircuitOpen)
  clock.pass(30 * SECOND - 1)
  await expect(breaker('f', working)).rejects.toThrow(CircuitOpen)
  clock.pass(1)
  expect(await breaker('f', working)).toBe('up')
  expect(await breaker('g', working)).toBe('up')
})

test.each([
  ['a success', working],
  ['an answer that we cannot take', ends('answered')],
])('%s in between starts the count anew', async (_, between) => {
  const { breaker } = closed()
  for (const [id, act] of [away, away, away, away, between, away, away, away, away].entries())
    await breaker(String(id), act).catch(() => undefined)
  expect(await breaker('good', working)).toBe('up')
})

test('a fault of our own neither opens nor closes it', async () => {
  const { breaker } = closed()
  for (let call = 0; call < 9; call++) await breaker(String(call), ends('unknown')).catch(() => undefined)
  expect(await breaker('good', working)).toBe('up')
  const open = await opened()
  open.clock.pass(30 * SECOND)
  await expect(open.breaker('f', ends('unknown'))).rejects.toThrow('unknown')
  await expect(open.breaker('g', working)).rejects.toThrow(CircuitOpen)
})

test('one request that fails again and again does not open it', async () => {
  const { breaker } = closed()
  for (let call = 0; call < 9; call++) await expect(breaker('stuck', away)).rejects.toThrow('away')
  expect(await breaker('good', working)).toBe('up')
})

test('requests that failed before do not take the trial of the others', async () => {
  const { clock, breaker } = await opened()
  clock.pass(30 * SECOND)
  await expect(breaker('a', away)).rejects.toThrow('away')
  await expect(breaker('b', away)).rejects.toThrow(CircuitOpen)
  expect(await breaker('good', working)).toBe('up')
})

test('while the one trial is under way, however long, everybody else fails at once', async () => {
  const { clock, breaker } = await opened()
  clock.pass(30 * SECOND)
  let end: (word: string) => void = () => undefined
  const tried = breaker('f', () => new Promise<string>(resolve => (end = resolve)))
  clock.pass(60 * SECOND)
  await expect(breaker('g', working)).rejects.toThrow(CircuitOpen)
  end('up')
  expect(await tried).toBe('up')
  expect(await breaker('g', working)).toBe('up')
})

test('a failed trial opens it for another 30 seconds', async () => {
  const { clock, breaker } = await opened()
  clock.pass(30 * SECOND)
  await expect(breaker('f', away)).rejects.toThrow('away')
  clock.pass(29 * SECOND)
  await expect(breaker('g', working)).rejects.toThrow(CircuitOpen)
  clock.pass(SECOND)
  expect(await breaker('g', working)).toBe('up')
})
