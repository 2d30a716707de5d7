import { expect, test } from 'vitest'
import { noticesBefore, noticesShown } from '../../../agency/rules/notices.ts'
import { consentsView } from './consents-view.ts'

test('a person can read what they agreed to, and the notices they were shown, whose version is no day', () => {
  const shown = noticesShown(
    noticesBefore({ state: 'VA', line: 'umbrella', surplus: false, windDeductible: false }),
  )
  const given = {
    givenAt: new Date('2026-11-16T12:00:00Z'),
    proof: 'portal_session' as const,
    state: 'effective' as const,
    withdrawnAt: null,
  }
  const text = String(
    consentsView([
      { ...given, ...shown },
      { ...given, purpose: 'electronic_records', version: '2026-11-16-es', words: 'Acepto.' },
    ]),
  )
  expect(text).not.toContain(shown.version)
  expect(text).toContain('Penalties include imprisonment')
  expect(text).toContain('version November 16, 2026')
})

test('a withdrawn one says when it was withdrawn', () => {
  const text = String(
    consentsView([
      {
        purpose: 'homeowners_soft_credit_check',
        version: '2026-11-16',
        words: 'I authorize it.',
        givenAt: new Date('2026-11-16T12:00:00Z'),
        proof: 'operator_attestation',
        state: 'effective',
        withdrawnAt: new Date('2026-11-18T12:00:00Z'),
      },
    ]),
  )
  expect(text).toContain('Withdrawn on November 18, 2026 (UTC).')
})
