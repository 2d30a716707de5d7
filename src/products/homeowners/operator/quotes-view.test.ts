import { expect, test } from 'vitest'
import type { PolicyLife } from '../../../agency/policies/policy-life.ts'
import { emptyHome } from '../application/application.ts'
import { type HomeownersStatus, homeownersLifecycle } from '../application/lifecycle.ts'
import type { HomeOfferRow } from '../quoting/offers.ts'
import { propertyStatus } from './quotes-view.ts'

const home = { ...emptyHome(), property_id: 'prop_1' }
const offer = (changed: Partial<HomeOfferRow> = {}): HomeOfferRow =>
  ({ item: 'prop_1', superseded_at: null, selected_at: null, refused_at: null, ...changed }) as HomeOfferRow
const selected = offer({ selected_at: new Date() })

const seen = (status: HomeownersStatus, offers: HomeOfferRow[], isBinding = false) =>
  propertyStatus(home, { status, offers, isBinding, lives: new Map() })

test('an insured home is bound until its own policy is canceled or expires, whatever becomes of the others', () => {
  const insured = { ...home, policy_id: 'pol_1' }
  const ofRequest = (status: HomeownersStatus, whose: string, life: PolicyLife) =>
    propertyStatus(insured, { status, offers: [], isBinding: false, lives: new Map([[whose, life]]) })
  for (const status of homeownersLifecycle.states) {
    expect(ofRequest(status, 'prop_2', 'canceled')).toBe('bound')
    expect(ofRequest(status, 'prop_1', 'renewed')).toBe('bound')
    expect(ofRequest(status, 'prop_1', 'canceled')).toBe('canceled')
    expect(ofRequest(status, 'prop_1', 'expired')).toBe('expired')
  }
})

test('a home that was not bought stays quoted while another is selected, signed for or bound', () => {
  const other = offer({ item: 'prop_2', selected_at: new Date() })
  expect(seen('quoted', [offer(), other])).toBe('quoted')
  expect(seen('selected', [offer(), other])).toBe('quoted')
  expect(seen('selected', [offer(), other], true)).toBe('quoted')
})

test('a chosen home is selected, then waits for its carrier', () => {
  expect(seen('selected', [selected])).toBe('selected')
  expect(seen('selected', [selected], true)).toBe('waiting_on_carrier')
})

test('without offers it says so, and a request that ended without a policy for it says that', () => {
  expect(seen('quoted', [])).toBe('no_offers')
  expect(seen('quoted', [offer({ superseded_at: new Date() })])).toBe('no_offers')
  expect(seen('quoted', [offer({ refused_at: new Date() })])).toBe('no_offers')
  expect(seen('bound', [offer()])).toBe('not_insured')
})

test('before and after quoting, a home is where its request is', () => {
  for (const status of ['needs_more_info', 'pending_quotes', 'withdrawn', 'expired'] as const)
    expect(seen(status, [])).toBe(status)
})
