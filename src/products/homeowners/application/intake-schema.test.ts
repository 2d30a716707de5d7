import { expect, test } from 'vitest'
import { inputChecker } from '../../../platform/http/schemas.ts'
import { exampleIntake } from './examples.ts'
import { applicantFields, homeFields } from './fields.ts'
import { HomeownersIntake } from './intake-schema.ts'

const problems = inputChecker(HomeownersIntake)

test.each([
  [exampleIntake],
  [{}],
  [{ age: '1984-05-17', anything: { else: [1] } }],
  [{ age: 42 }],
  [{ full_name: null, home: [null, {}, { address: null }] }],
  [
    {
      home: [{ home_sqft: '2100', build_date: 1998, roof_date: '1998', home_ownership: 'owned', odd: true }],
    },
  ],
  [
    {
      home: [
        {
          address: { streetnumber: 12, street: 'Oak St', county: 'Kern' },
          loans: [{ lender_name: null, odd: 1 }],
        },
      ],
    },
  ],
  [{ home: [{ field_estimates: [{ field: 'roof_date', value: 1998, confirmed_by_user: true, odd: 1 }] }] }],
  [{ home: [{ roof_type: 'metall' }] }],
])('%j passes the schema, and what is wrong with its values the reader tells', intake => {
  expect(problems(intake)).toEqual([])
})

test.each([
  [{ home: {} }],
  [{ home: ['x'] }],
  [{ full_name: 1 }],
  [{ home: [{ roof_type: 1 }] }],
  [{ home: [{ new_purchase: 2 }] }],
])('%j has one value of a wrong type', intake => {
  expect(problems(intake)).toHaveLength(1)
})

test('the published form names every field and every choice', () => {
  const text = JSON.stringify(HomeownersIntake)
  for (const name of [
    ...Object.keys(applicantFields),
    ...Object.keys(homeFields),
    'age',
    'owned',
    'wood_shake',
  ])
    expect(text).toContain(`"${name}"`)
})
