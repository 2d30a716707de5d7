import { expect, test } from 'vitest'
import { problemCatalog, problemWords } from './problem-catalog.ts'

test('a problem is told in a sentence that follows the name of its field', () => {
  expect(problemWords({ code: 'required' })).toBe('is required')
  expect(problemWords({ code: 'differs', facts: { other: 'otp' } })).toBe('differs from otp')
  expect(
    problemWords({ code: 'zip_not_in_state', facts: { actual: 'Illinois (IL)', state: 'Texas (TX)' } }),
  ).toBe('is in Illinois (IL), not in Texas (TX)')
})

test('no two codes say the same', () => {
  const sentences = Object.values(problemCatalog).filter(words => words !== '{why}')
  expect(new Set(sentences).size).toBe(sentences.length)
})
