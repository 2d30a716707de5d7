import { expect, test } from 'vitest'
import { bound, coverageStartWords, issuedWords } from './issued-view.ts'
import type { ReviewContext } from './review-context.ts'

const canceledOn = (ended_on: string) =>
  ({
    paid: [],
    consents: [],
    isOnPaper: true,
    view: { today: '2026-11-17', household: { state: 'IL' } },
    session: {
      sandbox: false,
      policy: {
        policy_number: 'UMB-1',
        carrier: 'Cedar Mutual',
        coverage_limit: 1_000_000,
        annual_price: 716,
        effective_date: '2026-11-16',
        effective_at: '2026-11-17T02:10:00.000Z',
        expiration_date: '2027-11-16',
        ended_on,
        signature: { kind: 'person', by: 'Ada Park', at: '2026-11-17T02:09:00.000Z' },
        documents: [],
      },
    },
  }) as unknown as ReviewContext

test('bought in the evening and canceled as of that day, the policy never took effect', () => {
  const context = canceledOn('2026-11-16')
  expect(coverageStartWords(context)).toBe('Your policy never took effect')
  expect(issuedWords(context)).toContain('It was canceled from the start.')
  const page = String(bound(context))
  expect(page).toContain('This policy was canceled from the start. It never took effect.')
  expect(page).not.toMatch(/Effective from|12:01 a\.m\./)
  expect(page).toContain('By Ada Park, on November 16, 2026')
})

test('canceled as of the next day, it was in effect until then', () => {
  const context = canceledOn('2026-11-17')
  expect(coverageStartWords(context)).toBe('Your coverage ended on November 17, 2026')
  expect(String(bound(context))).toContain('November 16, 2026, 8:10 p.m. CST')
})

test('a renewal that is due or offered names the underlying limits of the issue and asks what changed', () => {
  const context = canceledOn('')
  const { ended_on: _, ...policy } = context.session.policy ?? {}
  for (const renewal of [
    { status: 'due', effective_date: '2027-11-16', reasons: [] },
    {
      status: 'offered',
      effective_date: '2027-11-16',
      expiration_date: '2028-11-16',
      annual_price: 730,
      reasons: [],
    },
  ]) {
    const session = { ...context.session, policy: { ...policy, renewal } }
    const underlying = { auto: '250/500/100', home: '$300,000' }
    const page = String(bound({ ...context, underlying, session } as unknown as ReviewContext))
    expect(page).toContain(
      'at least 250/500/100 (in thousands of dollars) and home liability of at least $300,000',
    )
    expect(page).toContain('tell us before the policy is renewed.')
  }
})

test('what was asked for in the evening shows that day, where the household is', () => {
  const context = canceledOn('2026-11-17')
  const { policy } = context.session
  const requests = [{ kind: 'documents', status: 'open', asked_at: '2026-11-17T02:10:00.000Z', answer: null }]
  const session = { ...context.session, policy: { ...policy, requests } }
  const page = String(bound({ ...context, session } as unknown as ReviewContext))
  expect(page).toContain('Get a copy of a document, November 16, 2026:')
})
