import { expect, test } from 'vitest'
import type { PolicyRequest } from '../../agency/policies/life/requests.ts'
import { endReason } from './take-policy-event.ts'

const asked = (changed: Partial<PolicyRequest> = {}): PolicyRequest => ({
  request_id: 'prq_1',
  policy_id: 'pol_1',
  uid: 'hom_1',
  kind: 'cancellation',
  wanted_on: '2026-12-28',
  details: '',
  change: null,
  asked_by: 'insured',
  actor: 'homeowner',
  asked_at: new Date(0),
  status: 'with_carrier',
  answer: null,
  answered_by: null,
  answered_at: null,
  ...changed,
})

test.each([
  ['the insured asked for that day', 'insured', [asked()]],
  ['staff recorded the request', 'insured', [asked({ asked_by: 'staff', status: 'open' })]],
  ['only the operator asked', 'other', [asked({ asked_by: 'operator' })]],
  ['only an assistant asked', 'other', [asked({ asked_by: 'assistant' })]],
  [
    'the insured asked for that day, and later an assistant for another',
    'insured',
    [asked(), asked({ asked_by: 'assistant', wanted_on: '2027-01-05' })],
  ],
  ['another day was asked for', 'other', [asked({ wanted_on: '2027-01-05' })]],
  ['the request was declined', 'carrier', [asked({ status: 'declined' })]],
  ['something else was asked for', 'carrier', [asked({ kind: 'lender' })]],
  ['nobody asked', 'carrier', []],
] as const)('a carrier cancels; %s: the reason on record is %s', (_name, reason, requests) => {
  expect(endReason({ requests: [...requests], end: null }, '2026-12-28')).toBe(reason)
})

test.each([
  ['the insured asked for another day', 'insured', 'other'],
  ['the home was sold', 'home_sold', 'home_sold'],
  ['the carrier canceled it', 'carrier', 'carrier'],
] as const)(
  'a carrier corrects the day on which a policy ends; %s: on record is %s, then %s',
  (_name, before, reason) => {
    const requests = [asked({ status: 'done' })]
    expect(endReason({ requests, end: { end_reason: before } }, '2026-12-30')).toBe(reason)
  },
)
