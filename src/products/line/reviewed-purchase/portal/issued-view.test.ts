import { expect, test } from 'vitest'
import { versionsOf } from '../../../../../test/support/people/versions-of.ts'
import type { Policy } from '../../../../agency/policies/policies.ts'
import type { App } from '../../../../platform/app.ts'
import { umbrellaLine } from '../../../umbrella/line.ts'
import { shownPolicy } from '../../aftersale/shown-policy.ts'
import { issued } from './issued-view.ts'
import type { ReviewContext } from './review-context.ts'

const app = { clock: { now: () => new Date('2026-11-17T18:00:00Z') } } as unknown as App

const facts = {
  policy_id: 'pol_1',
  policy_number: 'UMB-1',
  carrier: 'Cedar Mutual',
  state: 'IL',
  effective_date: '2026-11-16',
  effective_at: '2026-11-17T02:10:00.000Z',
  requests: [],
  renewals: [],
  versions: versionsOf({ period: { from: '2026-11-16', to: '2027-11-16' }, price_cents: 71_600 }),
  end: null,
  aged_hours: 0,
}

const canceledOn = (ended_on: string) => ({ end: { ended_on } })

/** `shown`: what an agency's records add to the policy. */
const pageOf = async (changes: object, shown: object = {}) => {
  const policy = await shownPolicy(app, { ...facts, ...changes } as unknown as Policy)
  const { heading, lede, more } = issued({
    consents: [],
    isOnPaper: true,
    view: { line: umbrellaLine.name, household: { state: 'IL' } },
    policy: { ...policy, isLimitOld: false, underlying: null, ...shown },
    session: {
      sandbox: false,
      policy: {
        coverage_limit: 1_000_000,
        signature: { kind: 'person', by: 'Ada Park', at: '2026-11-17T02:09:00.000Z' },
        documents: [],
      },
    },
  } as unknown as ReviewContext)
  return { heading, lede: String(lede), page: String(more) }
}

test('bought in the evening and canceled as of that day, the policy never took effect', async () => {
  const { heading, lede, page } = await pageOf(canceledOn('2026-11-16'))
  expect(heading).toBe('Your policy never took effect')
  expect(lede).toContain('It was canceled from the start.')
  expect(page).toContain('This policy was canceled from the start. It never took effect.')
  expect(page).not.toMatch(/Effective from|12:01 a\.m\./)
  expect(page).toContain('By Ada Park, on November 16, 2026')
})

test('canceled as of the next day, it was in effect until then', async () => {
  const { heading, page } = await pageOf(canceledOn('2026-11-17'))
  expect(heading).toBe('Your coverage ended on November 17, 2026')
  expect(page).toContain('November 16, 2026, 8:10 p.m. CST')
})

test('a renewal that is due or offered names the underlying limits of the issue and asks what changed', async () => {
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
    const { page } = await pageOf({}, { renewal, underlying: { auto: '250/500/100', home: '$300,000' } })
    expect(page).toContain(
      'at least 250/500/100 (in thousands of dollars) and home liability of at least $300,000',
    )
    expect(page).toContain('tell us before the policy is renewed.')
  }
})

test('what was asked for in the evening shows that day, where the household is', async () => {
  const asked_at = new Date('2026-11-17T02:10:00.000Z')
  const { page } = await pageOf({ requests: [{ kind: 'documents', status: 'open', asked_at, answer: null }] })
  expect(page).toContain('Get a copy of a document, November 16, 2026:')
})
