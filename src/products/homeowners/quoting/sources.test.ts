import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anyTelling,
  groundsOf,
  kindOf,
  stepsOf,
  type Telling,
} from '../../../../test/support/carriers/told.ts'
import { quoteRequest } from '../../../platform/values/sourced.ts'
import { applyPatch } from '../answering/patch.ts'
import { type Application, emptyApplication, type Home } from '../application/application.ts'
import { exampleIntake } from '../application/examples.ts'
import { requiredOfHome } from '../application/required.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import { homeRisk } from './risk.ts'

const today = '2025-10-02'
const now = new Date(`${today}T12:00:00Z`)

const { field_estimates: _, ...required } = exampleIntake.home[0] as Record<string, unknown>
const assumed = {
  rental_status: 'short_term',
  construction_quality: 'custom',
  swimming_pool: true,
  trampoline: true,
  dog_bite_history: true,
  has_fire_alarm: true,
  has_burglar_alarm: true,
  has_sprinklers: true,
  hurricane_resistant_windows: true,
  claims_last_5_years: 2,
  continuously_insured: 7,
  deductible_preference: 2500,
}
const leftOut = {
  roof_shape: 'hip',
  losses: [{ date: '2024-02-01', cause: 'water', amount_paid: 4000, open: false }],
  prior_carrier: 'Oldway Mutual',
  lapse_days: 10,
  dogs: [{ breed: 'Beagle', bite_history: true }],
  pool_fenced: true,
  business_on_premises: false,
  vacant: false,
  under_renovation: true,
  ownership: 'trust',
}
const values: Record<string, unknown> = { ...required, ...assumed, ...leftOut }

const isUnsaid = (telling: Telling, name: string): boolean => telling[name] === 'unsaid'

/** Somebody states what is required, or no carrier is asked at all. */
const anyHome = anyTelling(Object.keys(values)).map(telling => ({
  ...telling,
  ...Object.fromEntries(
    requiredOfHome.standard.filter(name => isUnsaid(telling, name)).map(name => [name, 'operator' as const]),
  ),
}))

const requestAfter = (telling: Telling) => {
  const application = stepsOf(telling, values).reduce<Application>(
    (before, { by, origin, values: row, field_estimates }) =>
      applyPatch(before, { home: [{ ...row, field_estimates }] }, { now, submitted: false, by, origin })
        .application,
    emptyApplication(),
  )
  const [home] = withServiceEstimates(application, now).homes
  const named = { ...(home as Home), property_id: 'prop_1' }
  const risk = homeRisk(named, { insuranceScoreAllowed: true, teller: 'assistant' })
  return quoteRequest({ request_id: 'req_1', today }, risk)
}

const seenAs = (name: string): string =>
  name === 'continuously_insured' ? 'continuously_insured_years' : name

test('no value without a source reaches a carrier, and the source is who said it or our own rule', () => {
  fc.assert(
    fc.property(anyHome, telling => {
      const { risk, sources } = requestAfter(telling)
      expect(Object.keys(sources)).toEqual(Object.keys(risk))
      for (const name of [...Object.keys(assumed), 'state', 'zip', 'home_sqft', 'roof_type', 'siding_type'])
        expect([name, sources[seenAs(name)]?.kind]).toEqual([name, kindOf(telling[name])])
      expect(groundsOf(sources.build_year)).toEqual({ build_date: kindOf(telling.build_date) })
      expect(groundsOf(sources.replacement_cost)).toMatchObject({
        home_sqft: kindOf(telling.home_sqft),
        construction_quality: kindOf(telling.construction_quality),
      })
      for (const name of Object.keys(leftOut))
        if (isUnsaid(telling, name)) expect(risk).not.toHaveProperty(name)
        else expect([name, sources[name]?.kind]).toEqual([name, kindOf(telling[name])])
    }),
    { numRuns: 200 },
  )
})

test('every estimate of ours that reaches a carrier names its rule and is in field_estimates to be confirmed', () => {
  fc.assert(
    fc.property(anyHome, telling => {
      const { sources } = requestAfter(telling)
      for (const [name, source] of Object.entries(sources))
        if (source.kind === 'service_estimate')
          expect([name, source.rule]).not.toEqual([name, 'service_model'])
    }),
    { numRuns: 100 },
  )
  const said = applyPatch(emptyApplication(), exampleIntake, { now, submitted: false }).application
  const [home] = withServiceEstimates(said, now).homes
  const open = home?.field_estimates.filter(({ rule }) => rule !== undefined)
  expect(open?.map(({ field }) => field)).toEqual(
    [...Object.keys(assumed), 'policy_expire'].toSorted((a, b) => (a < b ? -1 : 1)),
  )
  expect(open?.every(({ confirmed_by_user, reason }) => !confirmed_by_user && reason)).toBe(true)
})
