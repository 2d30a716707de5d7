import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { policyStep } from './policy-view.ts'
import type { StepContext } from './step-context.ts'

const pageWith = (binders: readonly boolean[], { sandbox = false, illustrative = false } = {}): string =>
  String(
    policyStep({
      view: {
        sandbox,
        step: 'bound',
        payments: [],
        homes: binders.map((isBinderOver, at) => ({
          policy: {
            policy_id: `pol_${at}`,
            carrier: 'Elm Mutual',
            policy_number: `P-${at}`,
            address: `${at} Elm Street`,
            life: 'active',
            today: '2027-10-04',
            effective_date: '2026-11-28',
            covered_from: 'November 28, 2026',
            expiration_date: '2027-11-28',
            ended_on: null,
            is_void: false,
            is_over: false,
            isBinderOver,
            illustrative,
            annual_price: 1480,
            paid: [],
            coverages: [],
            dropped: [],
            documents: [],
            lenders: [],
            insureds: ['Ada Park'],
            unnamed_owners: [],
            requests: [],
            renewal: null,
          },
        })),
      },
      application: { homes: [] },
      consents: [],
      isOnPaper: true,
      token: html``,
      typed: new URLSearchParams(),
      errors: [],
      notice: null,
      agency: { name: 'Elm Agency', phone: null },
    } as unknown as StepContext).body,
  )

const pageOf = (...binders: boolean[]): string => pageWith(binders)

test('a binder is called proof of insurance until it ends, and from then on the policy itself is', () => {
  for (const page of [pageOf(false), pageOf(true, false)]) expect(page).toContain('is proof of insurance.')
  const page = pageOf(true)
  expect(page).toContain('Your binder has ended.')
  expect(page).not.toContain('is proof of insurance.')
})

test('of several policies that are not real, each is said to cover nothing', () => {
  for (const unreal of [{ sandbox: true }, { illustrative: true }]) {
    expect(pageWith([false, false], unreal)).toContain(
      'These policies cover nothing, and their binders say so.',
    )
    expect(pageWith([false], unreal)).toContain('policy covers nothing, and its binder says so.')
  }
})
