import { expect, test } from 'vitest'
import { CircuitOpen } from './breaker.ts'
import { NoAnswer, orSilence } from './call-endpoint.ts'

test('a carrier that is silent or not called gives null, and a fault of our own is thrown', async () => {
  expect(await orSilence(Promise.resolve('an answer'))).toBe('an answer')
  expect(
    await orSilence(Promise.reject(new NoAnswer('far', { outcome: 'timed_out', status: null }))),
  ).toBeNull()
  expect(await orSilence(Promise.reject(new CircuitOpen()))).toBeNull()
  await expect(orSilence(Promise.reject(new TypeError('not a function')))).rejects.toThrow(TypeError)
})
