import { expect, test } from 'vitest'
import { emptyApplication, emptyHome } from '../../../products/homeowners/application/application.ts'
import { missingFields } from '../../../products/homeowners/application/missing.ts'
import { openForReview } from '../../../products/line/reviewed-purchase/application/missing.ts'
import { umbrellaLine } from '../../../products/umbrella/line.ts'
import { titlesOf } from '../request/reviewed-request.ts'
import { homeCategories } from './home-request.ts'

test('what is missing of a home is told in four categories, and never by field', () => {
  const all = missingFields(emptyApplication(), { creditAuthorized: false })
  expect(homeCategories(all)).toEqual([
    'About the homeowner',
    'Address of the home',
    'About the home',
    'Credit check authorization',
  ])
  const applicant = { full_name: 'Ann Canary', email: 'ann@example.com', birthday: '1980-01-01' }
  const known = { ...emptyApplication(), applicant, homes: [{ ...emptyHome(), street: '7 Canary Lane' }] }
  const categories = homeCategories(missingFields(known, { creditAuthorized: true }))
  expect(categories).toEqual(['Address of the home', 'About the home'])
  expect(categories.join()).not.toMatch(/Canary|zip|roof/)
})

test('what is missing of an umbrella application is told by section', () => {
  expect(titlesOf(openForReview(umbrellaLine, { field_estimates: [], locked: [] }, '2026-03-10'))).toContain(
    'Drivers',
  )
})
