import { expect, test } from 'vitest'
import { fairShares } from './fair-shares.ts'

const anAct = (name: string, order: string[]) => {
  let end = (): void => undefined
  const act = () => {
    order.push(name)
    return new Promise<void>(done => {
      end = done
    })
  }
  return { act, end: () => end() }
}

test('callers that wait take turns, and a place that fails is free again', async () => {
  const share = fairShares({ atOnce: 1 })
  const order: string[] = []
  const acts = ['flood', 'flood', 'flood', 'honest', 'other'].map(name => ({ name, ...anAct(name, order) }))
  const done = acts.map(({ name, act }) => share(name, act))
  for (let at = 0; at < acts.length; at++) {
    for (const { end } of acts) end()
    await new Promise(setImmediate)
  }
  await Promise.all(done)
  expect(order).toEqual(['flood', 'flood', 'honest', 'other', 'flood'])
  expect(() =>
    share('a', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  await expect(share('a', () => Promise.reject(new Error('later')))).rejects.toThrow('later')
  expect(share('a', () => 'at once')).toBe('at once')
})

test('no more callers wait than the limits allow', async () => {
  const refuse = () => {
    throw new Error('full')
  }
  const share = fairShares({ atOnce: 1, mostWaiting: { all: 3, ofOne: 2 } })
  const order: string[] = []
  const acts = ['flood', 'flood', 'flood', 'honest'].map(name => ({ name, ...anAct(name, order) }))
  const done = acts.map(({ name, act }) => share(name, act))
  expect(() => share('flood', () => 'more', refuse)).toThrow('full')
  expect(() => share('fourth', () => 'more', refuse)).toThrow('full')
  for (let at = 0; at < acts.length; at++) {
    for (const { end } of acts) end()
    await new Promise(setImmediate)
  }
  await Promise.all(done)
  expect(order).toEqual(['flood', 'flood', 'honest', 'flood'])
})
