import { expect, test } from 'vitest'
import type { StatusFacts } from '../line/reviewed-purchase/application/statuses.ts'
import { statusWords } from '../line/reviewed-purchase/operator/status-words.ts'
import { shopperDoor } from '../line/reviewed-purchase/shopper/words.ts'
import { umbrellaLine } from './line.ts'

const shopperWords = (facts: StatusFacts) => statusWords(umbrellaLine, facts, shopperDoor('umb_1'))

const quoted = {
  status: 'quoted' as const,
  missing: 0,
  estimated: 0,
  sandbox: false,
  offers: 1,
  waiting: null,
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

test('a proof of the email address is asked for only while it is missing', () => {
  for (const status of ['credit_consent_required', 'ready_to_finalize'] as const) {
    const told = (needsProof: boolean) =>
      shopperWords({ ...quoted, status, needsProof }).agent_instructions.join(' ')
    expect(told(true)).toContain('Then send the same call again.')
    expect(told(false)).not.toMatch(/send the same call again|verification/)
  }
})

test('once no offer is left nothing is to be chosen, and carriers that have not answered are waited for', () => {
  const left = { ...quoted, offers: 0 }
  expect(shopperWords(left).next_action.operation).toBe('none')
  const waited = shopperWords({ ...left, waiting: { waiting_on: ['Acme'] } })
  expect(waited.next_action.operation).toBe('issues')
  expect(waited.agent_instructions.join()).toContain('may still make an offer')
})

test('what a carrier refuses owes nothing, and a cancellation on a later day has not ended the policy', () => {
  const blocked = shopperWords({ ...quoted, status: 'blocked' })
  expect(blocked.agent_instructions[0]).toMatch(/owe nothing for it\. The agency refunds any payment/)
  const policy = { life: 'canceled' as const, effective_date: '2026-11-25', ended_on: '2027-01-20' }
  const { description } = shopperWords({ ...quoted, status: 'bound', policy }).next_action
  expect(description).toBe(
    'The policy was canceled and covers nothing from January 20, 2027 on. To insure the household again, start a new prefill.',
  )
})
