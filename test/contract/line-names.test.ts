import { expect, test } from 'vitest'
import { strayNames } from '../../scripts/line-names.ts'

const DOOR = 'doors/desk/customer/customer-view.ts'

test.each([
  "line === 'umbrella' ? 1 : 2",
  "'homeowners' !== line",
  "case 'umbrella':",
  "sold.includes('homeowners')",
  "type Line = 'homeowners' | 'other'",
  "isGone(app, { uid, line: 'umbrella' })",
  "import { umbrellaFields } from '../../../products/umbrella/fields.ts'",
  "const { draft } = await import('../../products/homeowners/quotes.ts')",
])('a door that says %j is refused', text => {
  expect(strayNames(DOOR, text)).toHaveLength(1)
})

test.each([
  ['the table of lines', 'products/lines.ts', "import { umbrella } from './products/umbrella/line.ts'"],
  ['the line itself', 'products/umbrella/status.ts', "const whose = { line: 'umbrella' }"],
  ['a folder of its pages', 'doors/dashboard/umbrella/umbrella-request.ts', "line === 'umbrella'"],
  [
    'a file with its name',
    'doors/discovery/skills/umbrella-skill.ts',
    "from '../products/umbrella/draft.ts'",
  ],
])('%s may name a line', (_, path, text) => {
  expect(strayNames(path, text)).toEqual([])
})

test('the pages of one line may not name the other', () => {
  expect(strayNames('doors/dashboard/umbrella/flow.ts', "line === 'homeowners'")).toHaveLength(1)
  expect(
    strayNames('products/umbrella/status.ts', "from '../homeowners/products/homeowners/x.ts'"),
  ).toHaveLength(1)
})

test('a calculator is not the line whose name it has', () => {
  for (const text of [
    "calculator: 'umbrella'",
    "calculator === 'umbrella'",
    "'umbrella' === asked.calculator",
  ])
    expect(strayNames(DOOR, text)).toEqual([])
  expect(strayNames('products/calculators/umbrella.ts', "constantOf('umbrella', [])")).toEqual([])
  expect(strayNames('products/calculators/home.ts', "from '../../products/umbrella/draft.ts'")).toHaveLength(
    1,
  )
})
