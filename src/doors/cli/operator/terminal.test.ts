import { expect, test } from 'vitest'
import { progressBar } from './terminal.ts'

test('the bar fills with the carriers that answered', () => {
  expect(progressBar(0, 0)).toBe('[--------------------] 0 of 0 carriers answered')
  expect(progressBar(4, 1)).toBe('[#####---------------] 1 of 4 carriers answered')
  expect(progressBar(4, 4)).toBe('[####################] 4 of 4 carriers answered')
})
