import { expect, test } from 'vitest'
import { englishIn } from '../../../../test/support/browser/spanish.ts'
import type { App } from '../../../platform/app.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { speaking } from '../../../platform/language/language.ts'
import { calculatorPages } from './pages.ts'

const app = { config: { publicUrl: 'https://service.example' } } as App

const open = async (path: string, query: Record<string, string | string[]>): Promise<string> => {
  const page = calculatorPages.find(row => row.path === `/calculators${path}`)
  const request = { query, nonce: 'x' } as DocumentRequest
  return String((await speaking('es', async () => page?.respond(app, request)))?.body)
}

const PROPER = [
  'The Zebra',
  'Center for Climate Integrity',
  'Highway Loss Data Institute',
  'Insurance Information Institute',
]

const driver = { 'driver.zip': '94110', 'driver.age': '34' }
const car = { 'vehicle.year': '2019', 'vehicle.make': 'Toyota', 'vehicle.model': 'Camry' }
const old = { ...car, 'vehicle.year': '2008' }
const rare = {
  'vehicle.year': '2024',
  'vehicle.make': 'Toyota',
  'vehicle.model': 'Zzz',
  'vehicle.style': 'suv',
}

const CASES: readonly [string, Record<string, string | string[]>][] = [
  ['', {}],
  ...['/auto-estimates', '/collision-and-comprehensive-coverage', '/file-a-claim'].flatMap(
    (path): [string, Record<string, string>][] => [
      [path, {}],
      [path, { ...driver, ...car, repair_estimate: '2800' }],
      [path, { 'driver.state': 'MA', ...old, repair_estimate: '600' }],
      [path, { 'driver.state': 'NC', ...rare, 'vehicle.make': 'Polestar', repair_estimate: '9000' }],
      [path, { 'driver.zip': '10001', ...rare, repair_estimate: '100000', 'history.moving_violations': '3' }],
      [path, { 'driver.zip': '00601', 'driver.age': 'x', repair_estimate: '-1' }],
      [path, { 'driver.zip': '60601', 'driver.state': 'CA', 'vehicle.make': 'Ducati' }],
      [
        path,
        {
          'driver.zip': '60601',
          'vehicle.year': '2020',
          'vehicle.make': 'Ducati',
          'vehicle.model': 'Monster',
        },
      ],
    ],
  ),
  ['/home', {}],
  ['/home', { zip: '95969', home_sqft: '1800' }],
  [
    '/home',
    {
      zip: '94110',
      home_sqft: '1,800',
      risk_factors: ['one_prior_claim', 'several_prior_claims', 'trampoline'],
    },
  ],
  ['/home', { zip: '60601', home_sqft: '10' }],
  ['/umbrella', {}],
  ['/umbrella', { zip: '60601', desired_coverage_limit: '7000000' }],
  ['/umbrella', { zip: '60601', current_auto_coverages: '25_50_25', auto_count: '12', jet_skis: '5' }],
  ['/umbrella', { zip: '60601', current_auto_coverages: '50_25_25', auto_count: '99' }],
  ['/umbrella', { zip: '00601' }],
]

test.each(CASES)(
  'nothing on /calculators%s is English for who reads it in Spanish: %j',
  async (path, query) => {
    const text = await open(path, query)
    expect(text).toContain('<html lang="es">')
    expect(englishIn(text, PROPER)).toEqual([])
  },
)

test('the same page stays English for everyone else', async () => {
  const [page] = calculatorPages
  const { body } = (await page?.respond(app, { query: {}, nonce: 'x' } as DocumentRequest)) ?? {}
  expect(body).toContain('<html lang="en">')
  expect(body).toContain('Five questions about insurance')
})
