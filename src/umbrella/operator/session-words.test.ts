import { expect, test } from 'vitest'
import type { SessionFacts } from './session-facts.ts'
import { sessionWords } from './session-words.ts'

const facts: SessionFacts = {
  status: 'quoted',
  missing: 0,
  estimated: 0,
  offers: 2,
  sandbox: false,
  waiting: null,
  illustrative: false,
  consentOffered: false,
  consentRefused: false,
  isAsked: false,
  uploads: [],
  startPassed: null,
  endedBy: null,
  expired: false,
  paymentFailed: false,
  erased: false,
}

test('what was erased has expired, and asks for no answers', () => {
  expect(sessionWords({ ...facts, status: 'needs_more_info', erased: true })).toMatchObject({
    response_summary: 'This application has expired, and its personal data was erased.',
    next_action: { operation: 'draft', description: expect.stringContaining('without a uid') },
  })
})

test('a start date that passed is told before the offers, which can be chosen again', () => {
  const { response_summary, next_action } = sessionWords({ ...facts, startPassed: '2026-12-01' })
  expect(response_summary).toMatch(
    /^The start date, December 1, 2026, passed .* 2 preliminary offers are ready/,
  )
  expect(next_action.operation).toBe('select')
})
