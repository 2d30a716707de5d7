import { expect, test } from 'vitest'
import { shopperWords } from './words.ts'

const quoted = {
  uid: 'umb_1',
  status: 'quoted' as const,
  sandbox: false,
  illustrative: false,
  consentOffered: false,
  consentRefused: false,
  uploads: [],
  isAsked: false,
  startPassed: null,
  endedBy: null,
  expired: false,
  paymentFailed: false,
  erased: false,
}

test('after a No to the credit check nothing asks for it again, unless the person wants to go on', () => {
  expect(shopperWords(quoted).next_action.operation).toBe('select')
  const { next_action, agent_instructions } = shopperWords({ ...quoted, consentRefused: true })
  expect(next_action).toMatchObject({ operation: 'none', description: expect.stringContaining('select') })
  expect(agent_instructions).toEqual([
    expect.stringContaining('No is recorded'),
    expect.stringMatching(/^Do not ask the credit question again unless/),
  ])
})
