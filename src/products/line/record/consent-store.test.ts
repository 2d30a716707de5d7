import { expect, test } from 'vitest'
import { channelOf, proofOf } from './consent-store.ts'

const old = (channel: Parameters<typeof proofOf>[0]['channel'], purpose: string) =>
  proofOf({ proof: null, channel, purpose })

test('a consent from before proofs were kept claims no more than was known', () => {
  expect(old('person', 'umbrella_application_review')).toBe('link_holder')
  expect(old('person', 'homeowners_soft_credit_check')).toBe('portal_session')
  expect(old('person', 'electronic_records')).toBe('portal_session')
  expect(old('operator_attestation', 'umbrella_purchase')).toBe('operator_attestation')
  expect(old('assistant_attestation', 'homeowners_application_signature')).toBe('assistant_attestation')
})

test('a proof on record is what counts', () => {
  expect(
    proofOf({ proof: 'portal_session', channel: 'person', purpose: 'umbrella_application_review' }),
  ).toBe('portal_session')
})

test('only a proven person is on record as a person', () => {
  expect(channelOf('portal_session')).toBe('person')
  expect(channelOf('operator_attestation')).toBe('operator_attestation')
  expect(channelOf('assistant_attestation')).toBe('assistant_attestation')
  // @ts-expect-error nobody can record a link holder's consent
  channelOf('link_holder')
})
