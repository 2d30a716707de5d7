import { expect, test } from 'vitest'
import { householdRequest } from '../../../../../test/support/rating/plain-household.ts'
import { states } from '../../../rating/plan.ts'
import type { AutoLimits, UmbrellaRisk } from '../../umbrella/carrier.ts'
import { demoUmbrellaCarriers } from './carriers.ts'
import { demoUmbrellaPlans } from './plans.ts'

// Bases, classes and curves were chosen from these same figures, so most rows prove the wiring, not the model. The two
// territories of the filing and the prices reported in California are nearest to a real check.
type Row = readonly [figure: string, published: number, ours: number]

const priceOf = async (id: string, risk: Partial<UmbrellaRisk>): Promise<number> => {
  const carrier = demoUmbrellaCarriers.find(each => each.id === id)
  const answer = await carrier?.quote(householdRequest(risk))
  if (answer?.kind !== 'offer') throw new Error(`${id} does not offer: ${JSON.stringify(answer)}`)
  return answer.annual_price
}

const off = ([, published, ours]: Row): number => ours / published - 1

const compare = (title: string, rows: readonly Row[], tolerance: number): void => {
  const lines = rows.map(
    row =>
      `${row[0].padEnd(44)}${row[1].toFixed(0).padStart(10)}${row[2].toFixed(0).padStart(8)}${`${(off(row) * 100).toFixed(1)} %`.padStart(10)}`,
  )
  console.log(`${title.padEnd(44)} published    ours       off\n${lines.join('\n')}\n`)
  for (const row of rows) expect(Math.abs(off(row)), row[0]).toBeLessThan(tolerance)
}

const million = 1_000_000
const high: AutoLimits = { per_person: 500_000, per_accident: 500_000, property_damage: 100_000 }
const plain = (millions: number): Partial<UmbrellaRisk> => ({ coverage_limit: millions * million })

/** The second territory of RLI's filing, against which Brindlemoor's base stands at the level of 2025. */
const TREND = 290 / 164

// South Carolina, 1 March 2011; a class of households, and its price for 1, 2, 3 and 5 million.
const PREFERRED = {}
const STANDARD = { vehicle_count: 4 }
const STANDARD_II = { vehicle_count: 5 }
const YOUTH = { drivers_under_22: 1 }
const FILED: readonly (readonly [zip: string, words: string, Partial<UmbrellaRisk>, readonly number[]])[] = [
  ['29401', 'preferred', PREFERRED, [210, 378, 504, 662]],
  ['29401', 'standard', STANDARD, [343, 617, 823, 1080]],
  ['29401', 'standard + youth', { ...STANDARD, ...YOUTH }, [549, 988, 1317, 1729]],
  ['29401', 'standard II', STANDARD_II, [548, 986, 1315, 1726]],
  ['29401', 'standard II + youth', { ...STANDARD_II, ...YOUTH }, [877, 1578, 2104, 2762]],
  ['29201', 'preferred', PREFERRED, [164, 295, 394, 517]],
  ['29201', 'standard', STANDARD, [259, 466, 622, 816]],
  ['29201', 'standard + youth', { ...STANDARD, ...YOUTH }, [414, 746, 995, 1305]],
  ['29201', 'standard II', STANDARD_II, [411, 740, 986, 1295]],
]

test('Brindlemoor is within 3% of every price that RLI filed, brought to the level of 2025', async () => {
  const rows: Row[] = []
  for (const [zip, words, risk, prices] of FILED) {
    for (const [at, millions] of [1, 2, 3, 5].entries()) {
      const ours = await priceOf('brindlemoor', {
        state: 'SC',
        zip,
        auto_limits: high,
        ...risk,
        ...plain(millions),
      })
      rows.push([`${zip} ${words}, ${millions} million`, (prices[at] ?? 0) * TREND, ours])
    }
  }
  expect(TREND).toBeGreaterThan(1.7)
  expect(TREND).toBeLessThan(2)
  compare('RLI filed, 2011 × trend', rows, 0.03)
})

test('Brindlemoor is within 15% of what RLI customers in California report for 1 and 2 million', async () => {
  const california = { state: 'CA', zip: '95814' }
  compare(
    'RLI, California 2024–25',
    [
      [
        '1 million, high auto limits',
        400,
        await priceOf('brindlemoor', { ...california, auto_limits: high }),
      ],
      ['1 million', 400, await priceOf('brindlemoor', california)],
      [
        '2 million, high auto limits',
        650,
        await priceOf('brindlemoor', { ...california, ...plain(2), auto_limits: high }),
      ],
      ['2 million', 650, await priceOf('brindlemoor', { ...california, ...plain(2) })],
    ],
    0.15,
  )
})

test('Marrowby is within 2% of the middle of the broker guides of 2025', async () => {
  const guides = {
    1: [150, 300],
    2: [250, 400],
    3: [325, 500],
    4: [400, 575],
    5: [450, 650],
    10: [700, 1100],
  }
  const rows = await Promise.all(
    Object.entries(guides).map(
      async ([millions, [low = 0, top = 0]]): Promise<Row> => [
        `${millions} million`,
        (low + top) / 2,
        await priceOf('marrowby', plain(Number(millions))),
      ],
    ),
  )
  compare('Broker guides', rows, 0.02)
})

test('Marrowby asks two cars on average over the states what ten carriers do for a million, $216 to $312', async () => {
  const served = demoUmbrellaPlans.find(({ id }) => id === 'marrowby')?.states ?? []
  const prices = await Promise.all(
    states
      .filter(state => served.includes(state))
      .map(state => priceOf('marrowby', { state, zip: '00000', vehicle_count: 2 })),
  )
  const mean = prices.reduce((sum, each) => sum + each, 0) / prices.length
  compare('Ten carriers, $18 to $26 a month', [['mean of states, 2 cars', 264, mean]], 0.15)
})

test('Gildenfold is within 15% of $220 to $225 for each million of 5 and 10', async () => {
  compare(
    'Private client brokers, 2022',
    [
      ['5 million', 5 * 222.5, await priceOf('gildenfold', plain(5))],
      ['10 million', 10 * 222.5, await priceOf('gildenfold', plain(10))],
    ],
    0.15,
  )
})

test.each([
  ['brindlemoor', { 1: 1, 2: 1.8, 3: 2.4, 4: 2.8, 5: 3.15 }],
  ['gildenfold', { 1: 1, 2: 1.24, 3: 1.37, 4: 1.48, 5: 1.59, 10: 2.4 }],
  ['marrowby', { 1: 1, 2: 1.44, 3: 1.83, 4: 2.17, 5: 2.44, 10: 4 }],
])('%s has its own curve of limits', async (id, curve) => {
  const first = await priceOf(id, plain(1))
  const rows = await Promise.all(
    Object.entries(curve).map(
      async ([millions, effect]): Promise<Row> => [
        `${millions} million`,
        first * effect,
        await priceOf(id, plain(Number(millions))),
      ],
    ),
  )
  compare(`${id}, against its first million`, rows, 0.005)
})
