import { expect, test } from 'vitest'
import { reviewedLifecycle as life, type ReviewedEvent, type ReviewedStatus } from './lifecycle.ts'

const beforeChosen: ReviewedStatus[] = [
  'needs_more_info',
  'ready_for_review',
  'ineligible',
  'pending_quotes',
  'quoted',
  'no_quotes',
  'credit_consent_required',
  'needs_more_info_to_bind',
  'ready_to_finalize',
  'signature_needed',
]

const selects = [
  'quoted',
  'credit_consent_required',
  'needs_more_info_to_bind',
  'ready_to_finalize',
  'signature_needed',
] as const

const contract: readonly (readonly [ReviewedStatus, ReviewedEvent, ReviewedStatus])[] = [
  ...beforeChosen.flatMap(state => [
    [state, 'answers_missing', 'needs_more_info'] as const,
    [state, 'answers_complete', 'ready_for_review'] as const,
    [state, 'found_ineligible', 'ineligible'] as const,
  ]),
  ['ready_for_review', 'review_confirmed', 'pending_quotes'],
  ['pending_quotes', 'offers_arrived', 'quoted'],
  ['pending_quotes', 'nobody_offered', 'no_quotes'],
  ...selects.flatMap(state => [
    [state, 'offer_selected', 'credit_consent_required'] as const,
    [state, 'bind_answers_missing', 'needs_more_info_to_bind'] as const,
    [state, 'bind_answers_complete', 'ready_to_finalize'] as const,
    [state, 'consent_refused', 'quoted'] as const,
  ]),
  ['ready_to_finalize', 'committed', 'chosen'],
  ['ready_to_finalize', 'signed', 'chosen'],
  ['ready_to_finalize', 'signature_asked', 'signature_needed'],
  ['signature_needed', 'signed', 'chosen'],
  ['chosen', 'documents_asked', 'documents_needed'],
  ['chosen', 'documents_complete', 'documents_pending_review'],
  ['chosen', 'carrier_asked', 'waiting_on_carrier'],
  ['documents_needed', 'documents_complete', 'documents_pending_review'],
  ['documents_pending_review', 'documents_accepted', 'payment_needed'],
  ['documents_pending_review', 'documents_rejected', 'documents_needed'],
  ['documents_pending_review', 'information_asked', 'info_requested'],
  ['payment_needed', 'paid', 'waiting_on_carrier'],
  ['waiting_on_carrier', 'carrier_bound', 'bound'],
  ['waiting_on_carrier', 'information_asked', 'info_requested'],
  ['waiting_on_carrier', 'carrier_blocked', 'blocked'],
  ['waiting_on_carrier', 'price_changed', 'quoted'],
  ...(
    [
      'credit_consent_required',
      'needs_more_info_to_bind',
      'ready_to_finalize',
      'signature_needed',
      'chosen',
      'documents_needed',
      'documents_pending_review',
      'payment_needed',
      'info_requested',
    ] as const
  ).map(state => [state, 'offer_withdrawn', 'quoted'] as const),
  ...(
    [
      'chosen',
      'documents_needed',
      'documents_pending_review',
      'payment_needed',
      'waiting_on_carrier',
      'info_requested',
    ] as const
  ).map(state => [state, 'start_passed', 'quoted'] as const),
  ...(
    ['chosen', 'documents_needed', 'documents_pending_review', 'payment_needed', 'info_requested'] as const
  ).map(state => [state, 'purchase_ended', 'quoted'] as const),
  ['info_requested', 'information_given_for_documents', 'documents_pending_review'],
  ['info_requested', 'information_given_for_carrier', 'waiting_on_carrier'],
]

test.each(contract)('%s: %s leads to %s', (from, event, to) => {
  expect(life.next(from, event)).toBe(to)
})

test('there are the states of the contract, and nothing happens that is not in its table', () => {
  const events = [...new Set(contract.map(([, event]) => event))]
  const allowed = new Set(contract.map(([state, event]) => `${state}/${event}`))
  expect(life.states).toHaveLength(18)
  for (const state of life.states)
    for (const event of events)
      expect(life.allows(state, event), `${state}/${event}`).toBe(allowed.has(`${state}/${event}`))
})
