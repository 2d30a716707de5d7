import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyTelling, groundsOf, kindOf, stepsOf, type Telling } from '../../../test/support/carriers/told.ts'
import { quoteRequest, sourcedAnswers } from '../../platform/values/sourced.ts'
import { applyDraft } from '../line/reviewed-purchase/answering/patch.ts'
import { type Application, emptyApplication } from '../line/reviewed-purchase/application/application.ts'
import { openForReview, withServiceEstimates } from '../line/reviewed-purchase/application/missing.ts'
import { exampleIntake } from './examples.ts'
import { umbrellaFieldNames } from './fields.ts'
import { umbrellaLine } from './line.ts'
import { umbrellaRisk } from './risk.ts'

const now = new Date('2026-03-10T18:00:00Z')
const today = '2026-03-10'

const { address, current_auto_coverages, additional_drivers, ...rest } = exampleIntake
const required: Record<string, unknown> = { ...rest, ...address, drivers_under_22: 0, drivers_over_70: 0 }
const leftOut = { current_auto_coverages, coverage_e_for_residences: 300_000 }
const values: Record<string, unknown> = { ...required, ...leftOut, additional_drivers }

const anyHousehold = anyTelling(Object.keys(values)).map(telling => ({
  ...telling,
  ...Object.fromEntries(
    Object.keys(required)
      .filter(name => telling[name] === 'unsaid')
      .map(name => [name, 'operator' as const]),
  ),
}))

const requestAfter = (telling: Telling) => {
  const application = stepsOf(telling, values).reduce<Application>(
    (before, { by, origin, values: intake, field_estimates }) =>
      applyDraft(
        before,
        { intake: { ...intake }, field_estimates: field_estimates as never },
        { line: umbrellaLine, now, by, origin },
      ).application,
    emptyApplication(),
  )
  const household = withServiceEstimates(umbrellaLine, application.household, { today })
  expect(openForReview(umbrellaLine, household, today)).toEqual([])
  const risk = umbrellaRisk(sourcedAnswers(household, umbrellaFieldNames, 'assistant'), today)
  return quoteRequest({ request_id: 'req_1', today }, risk)
}

test('no value without a source reaches a carrier, and the source is who said it or our own rule', () => {
  fc.assert(
    fc.property(anyHousehold, (telling: Telling) => {
      const { risk, sources } = requestAfter(telling)
      const known = Object.entries(risk).filter(([, value]) => value !== null)
      expect(Object.keys(sources)).toEqual(known.map(([name]) => name))
      for (const name of Object.keys(required).filter(field => Object.hasOwn(risk, field)))
        expect([name, sources[name]?.kind]).toEqual([name, kindOf(telling[name])])
      expect(sources.coverage_limit?.kind).toBe(kindOf(telling.desired_coverage_limit))
      expect(groundsOf(sources.applicant_age)).toEqual({ birthday: kindOf(telling.birthday) })
      expect(groundsOf(sources.driver_count)).toEqual({
        marital_status: kindOf(telling.marital_status),
        additional_drivers: kindOf(telling.additional_drivers),
      })
      expect(risk.auto_limits === null).toBe(telling.current_auto_coverages === 'unsaid')
      expect(risk.home_liability_limit === null).toBe(telling.coverage_e_for_residences === 'unsaid')
    }),
    { numRuns: 200 },
  )
})

test('who else drives is never a silent nobody: it is our estimate, with its rule, until the review confirms it', () => {
  const { household } = applyDraft(
    emptyApplication(),
    { intake: { ...exampleIntake, additional_drivers: null, drivers_under_22: 0, drivers_over_70: 0 } },
    { line: umbrellaLine, now },
  ).application
  expect(withServiceEstimates(umbrellaLine, household, { today })).toMatchObject({
    additional_drivers: [],
    field_estimates: [
      {
        field: 'additional_drivers',
        source: 'service_model',
        rule: 'no_other_drivers',
        confirmed_by_user: false,
      },
    ],
  })
  expect(
    withServiceEstimates(umbrellaLine, { ...household, jet_skis: undefined } as never, { today })
      .field_estimates,
  ).toEqual([])
})
