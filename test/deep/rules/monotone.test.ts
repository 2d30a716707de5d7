import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoUmbrellaCarriers } from '../../../src/agency/carriers/demo/umbrella/carriers.ts'
import type {
  UmbrellaAnswer,
  UmbrellaOffer,
  UmbrellaRisk,
} from '../../../src/agency/carriers/umbrella/carrier.ts'
import { anyHousehold, autoLadder } from '../../support/carriers/any-household.ts'
import { householdRequest } from '../../support/rating/plain-household.ts'

const ask = (risk: Partial<UmbrellaRisk>): Promise<UmbrellaAnswer[]> =>
  Promise.all(demoUmbrellaCarriers.map(carrier => carrier.quote(householdRequest(risk))))

const isOffer = (answer: UmbrellaAnswer | undefined): answer is UmbrellaOffer => answer?.kind === 'offer'
const offersFor = async (risk: Partial<UmbrellaRisk>) => (await ask(risk)).filter(isOffer)

const neverCheaper = async (
  change: (risk: UmbrellaRisk) => Partial<UmbrellaRisk>,
  among: fc.Arbitrary<UmbrellaRisk> = anyHousehold,
): Promise<void> => {
  const plain = householdRequest().risk
  const changed = await ask({ ...plain, ...change(plain) })
  const higher = (await ask(plain)).filter((answer, at) => {
    const other = changed[at]
    return isOffer(answer) && isOffer(other) && other.annual_price > answer.annual_price
  })
  expect(higher.length).toBeGreaterThan(0)
  await fc.assert(
    fc.asyncProperty(among, async risk => {
      const [before, after] = await Promise.all([ask(risk), ask({ ...risk, ...change(risk) })])
      before.forEach((answer, at) => {
        const other = after[at]
        if (!isOffer(answer) || !isOffer(other)) return
        expect(other.annual_price).toBeGreaterThanOrEqual(answer.annual_price)
        expect(other.price_range.high).toBeGreaterThanOrEqual(answer.price_range.high)
      })
    }),
    { numRuns: 200 },
  )
}

describe('more is never cheaper', () => {
  test.each([
    'vehicle_count',
    'motorcycles',
    'antique_vehicles',
    'jet_skis',
    'large_watercraft',
    'property_count',
    'driver_count',
    'drivers_under_22',
    'drivers_over_70',
    'moving_violations',
    'at_fault_accidents',
  ] as const)('one more in %s', async name => {
    await neverCheaper(risk => ({ [name]: risk[name] + 1 }))
  })

  test('a million more of coverage', async () => {
    await neverCheaper(risk => ({ coverage_limit: risk.coverage_limit + 1_000_000 }))
  })

  test('a liability loss', async () => {
    await fc.assert(
      fc.asyncProperty(anyHousehold, async risk => {
        const [before, after] = await Promise.all(
          [false, true].map(loss => ask({ ...risk, liability_loss_in_last_5_years: loss })),
        )
        before?.forEach((answer, at) => {
          const other = after?.[at]
          if (isOffer(answer) && isOffer(other)) expect(other.annual_price > answer.annual_price).toBe(true)
        })
      }),
      { numRuns: 200 },
    )
  })

  test('an older driver, from 22 on', async () => {
    const grown = anyHousehold.filter(({ applicant_age }) => applicant_age >= 22)
    await neverCheaper(risk => ({ applicant_age: risk.applicant_age + 30 }), grown)
  })

  test('an applicant under 22', async () => {
    const [young, grown] = await Promise.all([
      offersFor({ applicant_age: 21 }),
      offersFor({ applicant_age: 22 }),
    ])
    young.forEach((offer, at) => {
      expect(offer.annual_price).toBeGreaterThan(grown[at]?.annual_price ?? Infinity)
    })
  })

  test('auto limits that are lower or not known', async () => {
    await fc.assert(
      fc.asyncProperty(anyHousehold, async risk => {
        const [least, ...rest] = await Promise.all(
          autoLadder.map(auto_limits => ask({ ...risk, auto_limits })),
        )
        let dearest = least
        for (const answers of rest) {
          answers.forEach((answer, at) => {
            const other = dearest?.[at]
            if (isOffer(answer) && isOffer(other))
              expect(answer.annual_price).toBeLessThanOrEqual(other.annual_price)
          })
          dearest = answers
        }
      }),
      { numRuns: 200 },
    )
  })
})
