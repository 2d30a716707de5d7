import { describe, expect, test } from 'vitest'
import {
  declarationsPage,
  HOME_POLICY,
  homeStyles,
  type PageStyle,
  type PrintedPolicy,
  scannedPage,
  umbrellaStyles,
} from '../../../test/support/carriers/declarations-page.ts'
import { readFileBytes } from './file-reading.ts'
import type { Read } from './read-declarations.ts'

const readPage = async (bytes: Buffer) => {
  const reading = await readFileBytes({ bytes: new Uint8Array(bytes), reads: 'declarations' })
  if (reading.kind !== 'read') throw new Error(`it is ${reading.kind}`)
  return reading.declarations
}

const valuesOf = <V>(read: readonly Read<V>[]): string[] =>
  read.map(({ value }) => String(value).toUpperCase())

const read = async (style: PageStyle, policy: PrintedPolicy) => {
  const page = await readPage(await declarationsPage(style, policy))
  if (!page) throw new Error('nothing was read')
  return page
}

const lenders = [
  ...HOME_POLICY.mortgagees,
  { name: 'Second City Credit Union', address: '9 Oak Ave, Chicago, IL 60601', loan_number: 'HE-5512' },
]

const cents = (dollars: number) => ({ value: { cents: dollars * 100 } })

describe('a declarations page of a home', () => {
  test.each(homeStyles.map(style => [style.carrier, style] as const))(
    'in the look of %s is read whole',
    async (_, style) => {
      const page = await read(style, { ...HOME_POLICY, mortgagees: lenders })
      expect(page).toMatchObject({
        policy_number: { value: 'HO-4417-20931' },
        from: { value: '2026-03-01' },
        to: { value: '2027-03-01' },
        premium_cents: { value: 159_840 },
        roof: { value: 'replacement_cost' },
        limits: {
          dwelling_coverage: cents(462_000),
          other_structures: cents(46_200),
          personal_property: cents(231_000),
          loss_of_use: cents(92_400),
          personal_liability: cents(300_000),
          medical_payments: cents(5000),
          deductible: cents(2500),
          wind_hail_deductible: { value: { percent: 2 } },
        },
      })
      expect(valuesOf(page.insureds)).toEqual(['ADA LOVELACE', 'WILLIAM KING'])
      expect(page.property?.value.toUpperCase()).toBe('12 ELM STREET, SPRINGFIELD, IL 62704')
      expect(valuesOf(page.mortgagees.map(({ name }) => name))).toEqual([
        'FIRST PRAIRIE BANK',
        'SECOND CITY CREDIT UNION',
      ])
      expect(page.mortgagees.map(({ loan_number }) => loan_number?.value)).toEqual(['0077120934', 'HE-5512'])
    },
  )

  test('says where each value stands', async () => {
    const [, , , , style = homeStyles[0] as PageStyle] = homeStyles
    const { limits, premium_cents } = await read(style, HOME_POLICY)
    expect(limits.personal_liability?.at).toEqual({
      page: 1,
      line: 12,
      words: 'Coverage B - Other Structures $ 46,200 Coverage E - Personal Liability $ 300,000',
    })
    expect(premium_cents?.at).toMatchObject({ page: 2, words: 'Total Policy Premium $1,598.40' })
  })

  test('has nothing that is not printed on it', async () => {
    const { dwelling_coverage } = HOME_POLICY.limits
    const { storm: _, roof: _roof, ...less } = HOME_POLICY
    const bare = { ...less, limits: { dwelling_coverage: dwelling_coverage ?? 0 }, mortgagees: [] }
    for (const style of homeStyles) {
      const page = await read(style, bare)
      expect(page).toMatchObject({ roof: null, mortgagees: [] })
      expect(Object.keys(page.limits)).toEqual(['dwelling_coverage', 'deductible'])
    }
  })
})

test('an umbrella page is read in every look', async () => {
  for (const style of umbrellaStyles) {
    const { storm: _, roof: _roof, ...policy } = HOME_POLICY
    const page = await read(style, { ...policy, limits: { coverage_limit: 2_000_000 }, mortgagees: [] })
    expect(page).toMatchObject({
      limits: { coverage_limit: cents(2_000_000) },
      premium_cents: { value: 159_840 },
    })
    expect(valuesOf(page.insureds)).toEqual(['ADA LOVELACE', 'WILLIAM KING'])
  }
})

test('a scan is not read at all', async () => {
  expect(await readPage(scannedPage())).toBeNull()
})
