import { expect, test } from 'vitest'
import type { Payment } from '../../../agency/payments/payments.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { ConsentRow } from '../../../products/line/record/consent-store.ts'
import { type Bought, evidenceText } from './evidence.ts'

const payment = {
  reference: 'INV-0000-0001',
  description: 'Umbrella insurance of Far',
  amount_cents: 38_000,
  charged_cents: 38_000,
  settled_at: new Date('2026-12-02T10:00:00Z'),
} as Payment

const policy = {
  carrier: 'Far',
  product: 'Personal umbrella insurance',
  issued: { policy_number: 'FAR-1' },
  binder_number: 'BND-1',
  issued_at: '2026-12-01T09:00:00.000Z',
  effective_date: '2026-12-10',
  expiration_date: '2027-12-10',
  annual_price: 380,
  insured: { full_name: 'Ada Park', email: 'ada@example.com', birthday: '1980-04-12' },
} as unknown as Policy

const consent = {
  version: '2026-11-01',
  words: 'I want to buy this policy.',
  words_hash: Buffer.from('ab', 'hex'),
  address: '203.0.113.7',
  user_agent: 'a browser',
} as ConsentRow

test('evidence of a person’s signature names who signed, when, where and what', () => {
  const signature = {
    kind: 'person',
    signed_name: 'Ada Park',
    signed_at: '2026-12-01T08:59:00.000Z',
    proof: 'portal_session',
    statement_version: '2026-11-01',
    consent_id: 'cns_1',
  } as const
  const text = evidenceText(payment, [{ policy: { ...policy, signature } as Bought['policy'], consent }])
  for (const words of [
    'Ada Park signed the application electronically on December 1, 2026, 08:59 UTC',
    'IP address 203.0.113.7',
    'SHA-256 ab): “I want to buy this policy.”',
    'number FAR-1 on December 1, 2026, 09:00 UTC, effective from December 10, 2026 to December 10, 2027',
    '$380 was charged on December 2, 2026, 10:00 UTC, reference INV-0000-0001',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('1980')
})

test('where an operator ordered, the evidence claims no signature and no address of the buyer', () => {
  const signature = {
    kind: 'operator_attestation',
    attested_by: 'Maple Realty',
    attested_at: '2026-12-01T08:59:00.000Z',
    statement_version: '2026-11-01',
    consent_id: 'cns_1',
  } as const
  const text = evidenceText(payment, [{ policy: { ...policy, signature } as Bought['policy'], consent }])
  expect(text).toContain(
    'Maple Realty ordered the policy on behalf of Ada Park and stated that they confirmed',
  )
  expect(text).not.toMatch(/signed|203\.0\.113\.7/)
})
