import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../../src/platform/errors.ts'
import { addFormats, withoutIds } from '../../../src/platform/http/schemas.ts'
import { canonicalJson } from '../../../src/platform/lib/canonical-json.ts'
import { dayOf } from '../../../src/platform/lib/clock.ts'
import { applyPatch } from '../../../src/products/homeowners/answering/patch.ts'
import {
  type Application,
  emptyApplication,
} from '../../../src/products/homeowners/application/application.ts'
import { applicantFields, homeFields } from '../../../src/products/homeowners/application/fields.ts'
import { HomeownersIntake } from '../../../src/products/homeowners/application/intake-schema.ts'
import {
  KnownSummarySchema,
  knownSummary,
} from '../../../src/products/homeowners/application/known-summary.ts'
import { withServiceEstimates } from '../../../src/products/homeowners/application/service-estimates.ts'
import type { Field } from '../../../src/products/line/fields/field.ts'
import type { Json } from '../../../src/products/line/fields/merge.ts'

const context = { now: new Date('2025-10-02T12:00:00Z'), submitted: false }

const day = (from: string, to: string) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map(date => dayOf(date))

const sentValue = (name: string, field: Field): fc.Arbitrary<unknown> => {
  switch (field.kind) {
    case 'integer':
      return fc
        .integer({ min: field.minimum, max: field.maximum })
        .chain(number => fc.constantFrom<unknown>(number, String(number)))
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...field.values.filter(value => value !== 'rental'))
    case 'date':
      return name === 'roof_date' ? day('2016-01-01', '2025-01-01') : day('1950-01-01', '2000-01-01')
    case 'list':
      return fc.array(fc.record({ lender_name: fc.constantFrom('A', 'B') }), { maxLength: 2 })
    case 'state':
      return fc.constantFrom('CA', 'California')
    case 'zip':
      return fc.constantFrom('94110', '90049-1234')
    case 'email':
      return fc.constantFrom('a@example.com', 'B@example.com')
    case 'phone':
      return fc.constantFrom('415-555-0100', '+1 (415) 555-0101')
    default:
      return fc.constantFrom('One', 'Two', ' Three ')
  }
}

const row = fc.record(
  Object.fromEntries(
    Object.entries(homeFields)
      .filter(([name]) => name !== 'rental_status' && name !== 'new_purchase')
      .map(([name, field]) => [name, fc.option(sentValue(name, field), { freq: 8 })]),
  ),
  { requiredKeys: [] },
)
const entries = (sent: Json): fc.Arbitrary<Json[]> =>
  fc.subarray(Object.keys(sent).filter(name => sent[name] !== null)).chain(names =>
    fc.tuple(
      ...names.map(field =>
        fc.record({
          field: fc.constant(field),
          source: fc.constantFrom('crm', 'listing'),
          confidence: fc.constantFrom('low', 'high'),
          confirmed_by_user: fc.boolean(),
        }),
      ),
    ),
  )
const fullRow = row.chain(sent => entries(sent).map(field_estimates => ({ ...sent, field_estimates })))
const intake: fc.Arbitrary<Json> = fc
  .tuple(
    fc.record(
      Object.fromEntries(
        Object.entries(applicantFields).map(([name, field]) => [name, fc.option(sentValue(name, field))]),
      ),
      { requiredKeys: [] },
    ),
    fc.array(fullRow, { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('x1', 'x2', 'toString'), fc.jsonValue({ maxDepth: 2 })),
  )
  .map(([person, home, extra]) => ({ ...extra, ...person, home }))

const attempt = (application: Application, sent: Json) => {
  try {
    return applyPatch(application, sent, context)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
const homesOf = (sent: Json): Json[] => sent.home as Json[]

const ajv = new Ajv({ strict: false })
addFormats(ajv)
const fitsSchema = ajv.compile(withoutIds(HomeownersIntake))
const fitsSummary = ajv.compile(withoutIds(KnownSummarySchema))

test('a patch applied twice changes nothing the second time, and the schema admits it', () => {
  let accepted = 0
  fc.assert(
    fc.property(intake, intake, (first, second) => {
      const before = attempt(emptyApplication(), first)?.application ?? emptyApplication()
      const once = attempt(before, second)
      if (!once) return
      accepted += 1
      expect(fitsSchema(second)).toBe(true)
      expect(applyPatch(once.application, second, context)).toEqual({ ...once, changed: [] })
    }),
    { numRuns: 300 },
  )
  expect(accepted).toBeGreaterThan(75)
})

test('two patches that touch different fields give the same in either order', () => {
  fc.assert(
    fc.property(intake, fc.func(fc.boolean()), (whole, isFirst) => {
      const part = (first: boolean): Json => {
        const pick = (entry: [string, unknown]) => isFirst(entry[0]) === first
        return {
          ...Object.fromEntries(Object.entries(whole).filter(pick)),
          home: homesOf(whole).map(({ field_estimates, ...values }) => ({
            ...Object.fromEntries(Object.entries(values).filter(pick)),
            field_estimates: (field_estimates as Json[]).filter(
              ({ field }) => isFirst(String(field)) === first,
            ),
          })),
        }
      }
      const inOrder = (...patches: Json[]) =>
        patches.reduce<Application | null>(
          (application, patch) => application && (attempt(application, patch)?.application ?? null),
          emptyApplication(),
        )
      const [one, other] = [inOrder(part(true), part(false)), inOrder(part(false), part(true))]
      if (one && other) expect(one).toEqual(other)
    }),
    { numRuns: 100 },
  )
})

test('an agent that sends back what it read changes nothing, and confirms nothing', () => {
  fc.assert(
    fc.property(intake, sent => {
      const patched = attempt(emptyApplication(), sent)
      if (!patched) return
      const application = withServiceEstimates(patched.application, context.now)
      const { applicant, homes } = knownSummary(application)
      expect(fitsSummary({ applicant, homes })).toBe(true)
      expect(applyPatch(application, { ...applicant, home: homes }, context).changed).toEqual([])
      expect(withServiceEstimates(application, new Date('2026-01-01T12:00:00Z'))).toEqual(application)
    }),
    { numRuns: 100 },
  )
})

test('an application survives being stored as JSON', () => {
  fc.assert(
    fc.property(intake, sent => {
      const application = attempt(emptyApplication(), sent)?.application ?? emptyApplication()
      expect(canonicalJson(JSON.parse(JSON.stringify(application)))).toBe(canonicalJson(application))
    }),
    { numRuns: 50 },
  )
})
