import fc from 'fast-check'
import { expect, test } from 'vitest'
import { states } from '../../../agency/rating/plan.ts'
import { quoteRequest } from '../../../platform/values/sourced.ts'
import type { Field } from '../../line/fields/field.ts'
import { applyPatch } from '../answering/patch.ts'
import { emptyApplication, type Home } from '../application/application.ts'
import { exampleIntake } from '../application/examples.ts'
import { type HomeFieldName, homeFieldNames, homeFields } from '../application/fields.ts'
import { knownSummary } from '../application/known-summary.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeDetails } from './details.ts'
import { replacementCost } from './replacement-cost.ts'
import { homeRisk, isEstimate, scoreAllowedIn } from './risk.ts'

const now = new Date('2025-10-02T12:00:00Z')
const { application } = applyPatch(emptyApplication(), exampleIntake, {
  now,
  submitted: false,
})
const home = { ...(application.homes[0] as Home), property_id: 'prop_1' }
const authorized = { insuranceScoreAllowed: true, teller: 'operator' } as const

const riskOf = (said: Home, asking: Parameters<typeof homeRisk>[1] = authorized) => {
  const [complete] = withServiceEstimates({ ...application, homes: [said] }, now).homes
  return quoteRequest({ request_id: 'req', today: '2025-10-02' }, homeRisk(complete as Home, asking)).risk
}

const others = (name: HomeFieldName, field: Field): unknown[] => {
  if (field.kind === 'choice') return [...field.values]
  if (field.kind === 'boolean') return [true, false]
  if (field.kind === 'integer') return [field.minimum, field.maximum]
  if (field.kind === 'date') return ['1930-01-01', '2020-01-01']
  if (field.kind === 'list') return [[{}, {}, {}]]
  return name === 'zip' ? ['90049'] : name === 'state' ? ['NV'] : ['Other']
}

test('a field is rated exactly when a change of it changes what carriers are told', () => {
  const toldOf = (one: Home): string => {
    const intake = { owner: 'op_1', application: { applicant: {} } } as HomeownersIntakeRecord
    const { wanted } = homeDetails(intake, one, { identified: false }) as {
      wanted: { coverages?: unknown; scheduled_items?: unknown }
    }
    return JSON.stringify([riskOf(one), wanted.coverages, wanted.scheduled_items])
  }
  const told = toldOf(home)
  const moving = homeFieldNames.filter(name =>
    others(name, homeFields[name]).some(value => toldOf({ ...home, [name]: value } as Home) !== told),
  )
  expect(moving).toEqual(homeFieldNames.filter(name => homeFields[name].rated))
})

test('carriers are told no name, street or birth date', () => {
  const text = JSON.stringify(riskOf(home))
  for (const secret of ['Ada', 'Oak', 'San Francisco', '1984', 'example.com'])
    expect(text).not.toContain(secret)
})

test('what was not said is assumed to be neither hazard nor safeguard', () => {
  expect(riskOf(home)).toMatchObject({
    product: 'standard',
    rental_status: 'not_rented',
    construction_quality: 'standard',
    swimming_pool: false,
    has_sprinklers: false,
    claims_last_5_years: 0,
    deductible_preference: 1000,
    build_year: 1962,
    roof_year: 2015,
  })
})

test('an incomplete home is never rated', () => {
  const { roof_date: _, ...incomplete } = home
  expect(() => riskOf(incomplete as Home)).toThrow('A home without')
})

test('credit is used in no state that forbids it, and nowhere without authorization', () => {
  expect(states.filter(state => !scoreAllowedIn(state))).toEqual(['CA', 'MA', 'MD'])
  expect(riskOf(home).insurance_score_allowed).toBe(false)
  const nevada = { ...home, state: 'NV', zip: '89501' }
  expect(riskOf(nevada).insurance_score_allowed).toBe(true)
  expect(riskOf(nevada, { ...authorized, insuranceScoreAllowed: false }).insurance_score_allowed).toBe(false)
})

test('an offer is an estimate while a rated value is unconfirmed, and only then', () => {
  const [entry] = home.field_estimates
  if (!entry) throw new Error('The example has no estimate.')
  expect(isEstimate(home)).toBe(true)
  expect(isEstimate({ ...home, field_estimates: [{ ...entry, confirmed_by_user: true }] })).toBe(false)
  expect(isEstimate({ ...home, field_estimates: [{ ...entry, field: 'policy_expire' }] })).toBe(false)
})

test('a bigger, finer or older home never costs less to rebuild', () => {
  const quality = fc.constantFrom('basic', 'standard', 'custom', 'luxury')
  const sqft = fc.integer({ min: 100, max: 25_000 })
  const order = ['basic', 'standard', 'custom', 'luxury']
  fc.assert(
    fc.property(
      quality,
      quality,
      sqft,
      sqft,
      fc.constantFrom('1920', '1950', '2000'),
      (q1, q2, s1, s2, year) => {
        const [plain, fine] = [q1, q2].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) as [
          'basic',
          'luxury',
        ]
        const [small, big] = [s1, s2].toSorted((a, b) => a - b) as [number, number]
        const facts = { state: 'TX', zip: '75001' }
        const cost = (home_sqft: number, construction_quality: 'basic' | 'luxury', built: string) =>
          replacementCost({ ...facts, home_sqft, construction_quality, build_date: `${built}-01-01` })
        expect(cost(big, fine, year)).toBeGreaterThanOrEqual(cost(small, plain, year))
        expect(cost(big, fine, year)).toBeGreaterThanOrEqual(cost(big, fine, '2010'))
      },
    ),
  )
})

test.each([
  [{ state: 'CA', zip: '94110', home_sqft: 1000 }, 545_000],
  [{ state: 'TX', zip: '75001', home_sqft: 1000 }, 175_000],
  [{ state: 'NY', zip: '10001', home_sqft: 1000 }, 250_000],
  [{ state: 'OH', zip: '43004', home_sqft: 1000 }, 190_000],
  [{ state: 'MA', zip: '02134', home_sqft: 1000 }, 250_000],
  [{ state: 'MS', zip: '39201', home_sqft: 1000 }, 165_000],
])('%j costs %d to rebuild', (facts, dollars) => {
  expect(replacementCost(facts)).toBe(dollars)
})

test('the summary tells every answer and estimate, in the order of the tables', () => {
  const summary = knownSummary({ ...application, homes: [home] })
  expect(Object.keys(summary.applicant)).toEqual(['full_name', 'email', 'phone_number', 'birthday'])
  expect(summary.homes[0]).toMatchObject({ property_id: 'prop_1', build_date: '1962-01-01', home_sqft: 1800 })
  expect(summary.homes[0]).not.toHaveProperty('locked')
  expect(summary.homes[0]?.field_estimates).toEqual([
    {
      field: 'home_sqft',
      value: 1800,
      source: 'public_records',
      confidence: 'high',
      confirmed_by_user: false,
    },
  ])
})
