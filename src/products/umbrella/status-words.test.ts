import { describe, expect, test } from 'vitest'
import { nextQuestion, withWholeLists } from '../line/reviewed-purchase/application/next-question.ts'
import type { StatusFacts } from '../line/reviewed-purchase/application/statuses.ts'
import { operatorDoor } from '../line/reviewed-purchase/operator/session-view.ts'
import { heldState, statusWords } from '../line/reviewed-purchase/operator/status-words.ts'
import { shopperDoor } from '../line/reviewed-purchase/shopper/words.ts'
import { umbrellaLine } from './line.ts'

const sessionWords = (facts: StatusFacts) => statusWords(umbrellaLine, facts, operatorDoor)

const facts: StatusFacts = {
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

test('what is missing in a list that was sent is asked with the whole list, which replaces the one before', () => {
  const car = { field: 'vehicles[1].year', path: ['vehicles', 1, 'year'], label: 'Year', description: '' }
  const section = { title: 'Cars', prompt: 'Which cars?', fields: ['vehicles' as const] }
  const asked = (missing: object) => nextQuestion(umbrellaLine, [{ section, missing: [missing as never] }])
  const words = sessionWords({ ...facts, status: 'needs_more_info_to_bind' })
  const whole = 'Send the whole vehicles list, with the items that you already sent'
  const question = asked({ ...car, type: 'integer' })
  const household = { field_estimates: [], locked: [] }
  const line = umbrellaLine
  const given = { ...household, vehicles: [{ year: 2020 }] }
  const { next_action, agent_instructions } = withWholeLists(words, { line, question, given })
  expect(next_action.description).toContain(whole)
  expect(agent_instructions.at(-1)).toContain(whole)
  const plain = asked({ ...car, path: ['effective_date'], type: 'string' })
  expect(withWholeLists(words, { line, question: plain, given })).toEqual(words)
  for (const none of [{}, { vehicles: [] }])
    expect(withWholeLists(words, { line, question, given: { ...household, ...none } })).toEqual(words)
  const refused = sessionWords({ ...facts, consentRefused: true })
  expect(withWholeLists(refused, { line, question, given })).toEqual(refused)
})

describe.each([
  ['operator', operatorDoor],
  ['shopper', shopperDoor('umb_1')],
] as const)('a poll by an %s', (_caller, door) => {
  const held = (changed: Partial<StatusFacts>) => {
    const now = { ...facts, ...changed }
    return heldState({ status: now.status, ...statusWords(umbrellaLine, now, door) }, door) !== null
  }

  test('waits for a signature only until its offer expires', () => {
    expect(held({ status: 'signature_needed' })).toBe(true)
    expect(held({ status: 'signature_needed', expired: true })).toBe(false)
  })

  test('waits while the agency settles a question with the carrier, not while the person owes an answer', () => {
    expect(held({ status: 'info_requested' })).toBe(true)
    expect(held({ status: 'info_requested', isAsked: true })).toBe(false)
    expect(held({ status: 'info_requested', uploads: ['declarations'] })).toBe(false)
  })

  test('waits for the review that the person can confirm on their page', () => {
    expect(held({ status: 'ready_for_review' })).toBe(true)
    expect(held({ status: 'needs_more_info' })).toBe(false)
  })
})
