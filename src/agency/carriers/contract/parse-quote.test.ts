import { expect, test } from 'vitest'
import { readBindsLater } from './parse-later.ts'
import { hasExpired, readQuote } from './parse-quote.ts'

const readOne = (answer: Record<string, unknown>) =>
  typeof answer.quote_number === 'string'
    ? { outcome: 'offer', answer: answer as { kind: 'offer'; quote_number: string } }
    : { outcome: 'not_an_answer', answer: null }

const outcomeOf = (answer: object): string => readQuote({ ...answer }, readOne).outcome

test.each([
  [{ kind: 'pending', expected_by: '2026-01-03T12:00:00Z' }, 'pending'],
  [{ kind: 'pending', expected_by: '2026-01-03T12:00:00-06:00' }, 'pending'],
  [{ kind: 'pending' }, 'not_an_answer'],
  [{ kind: 'pending', expected_by: 'tomorrow' }, 'not_an_answer'],
  [{ kind: 'pending', expected_by: '2026-13-45T12:00:00Z' }, 'not_an_answer'],
  [{ kind: 'referred' }, 'referred'],
  [{ kind: 'referred', reason: 'An underwriter looks at the roof.' }, 'referred'],
  [{ kind: 'referred', reason: 'two\nlines' }, 'not_an_answer'],
  [{ kind: 'offers', offers: [{ quote_number: 'A' }, { quote_number: 'B' }] }, 'offers'],
  [{ kind: 'offers', offers: [{ quote_number: 'A' }, { quote_number: 'A' }] }, 'same_quote_number'],
  [{ kind: 'offers', offers: [{ quote_number: 'A' }, {}] }, 'not_an_answer'],
  [{ kind: 'offer', quote_number: 'A', valid_until: '2026-02-28T00:00:00Z' }, 'offer'],
  [{ kind: 'offer', quote_number: 'A', valid_until: '2026-02-31T00:00:00Z' }, 'not_an_answer'],
  [{ kind: 'offer', quote_number: 'A', valid_until: '2026-13-01T00:00:00Z' }, 'not_an_answer'],
  [{ kind: 'offer', quote_number: 'A', valid_until: '2026-02-28T25:00:00Z' }, 'not_an_answer'],
  [{ kind: 'offers', offers: [{ quote_number: 'A', valid_until: '2026-13-01T00:00:00Z' }] }, 'not_an_answer'],
  [{ kind: 'offers', offers: [] }, 'not_an_answer'],
  [{ kind: 'offers', offers: null }, 'not_an_answer'],
  [
    { kind: 'offers', offers: Array.from({ length: 11 }, (_, at) => ({ quote_number: `${at}` })) },
    'not_an_answer',
  ],
])('%o is read as %s', (answer, outcome) => {
  expect(outcomeOf(answer)).toBe(outcome)
})

test('an order can be pending, but not referred', () => {
  expect(readBindsLater({ kind: 'pending', expected_by: '2026-01-03T12:00:00Z' })).not.toBeNull()
  expect(readBindsLater({ kind: 'referred', expected_by: '2026-01-03T12:00:00Z' })).toBeNull()
})

test('an answer has expired at the moment that it names, or that any of its offers names', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const [past, future] = ['2026-03-01T12:00:00Z', '2026-03-01T12:00:01Z']
  expect(hasExpired({ kind: 'offer', valid_until: past }, now)).toBe(true)
  expect(hasExpired({ kind: 'offer', valid_until: future }, now)).toBe(false)
  expect(hasExpired({ kind: 'offer' }, now)).toBe(false)
  const offers = [{ valid_until: future }, { valid_until: past }]
  expect(hasExpired({ kind: 'offers', offers }, now)).toBe(true)
  expect(hasExpired({ kind: 'offers', offers: offers.slice(0, 1) }, now)).toBe(false)
})
