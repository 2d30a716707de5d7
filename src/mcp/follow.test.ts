import { expect, test } from 'vitest'
import { progressOf } from './follow.ts'

test('progress goes up with every word of it, also while no carrier answers, and never past the end', () => {
  const answered = [0, 0, 3, 3, 3, 4]
  const told = answered.map((count, at) =>
    progressOf({ body: { quoting: { asked: 5, answered: count } } }, at + 1),
  )
  const numbers = told.map(({ progress }) => progress)
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(numbers)
  expect(numbers.every(progress => progress < 5)).toBe(true)
  expect(told.every(({ total }) => total === 5)).toBe(true)
})
