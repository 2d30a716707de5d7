import fc from 'fast-check'
import { expect, test } from 'vitest'
import { californiaHome } from './california-home.ts'
import { fairPlanGrowth, wildfireLoad, wildfireRisk, wildfireRisks } from './wildfire.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const growing = fc.double({ min: 1.2, max: 9, noNaN: true })

test('where the FAIR Plan grows, a larger share never means less wildfire', () => {
  fc.assert(
    fc.property(share, share, growing, (a, b, growth) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)].map(part => ({ share: part, growth }))
      if (!small || !large) return
      expect(wildfireLoad(large)).toBeGreaterThanOrEqual(wildfireLoad(small))
      expect(wildfireRisks.indexOf(wildfireRisk(large))).toBeGreaterThanOrEqual(
        wildfireRisks.indexOf(wildfireRisk(small)),
      )
    }),
  )
})

test('where the FAIR Plan does not grow, no share means wildfire', () => {
  const shrinking = fc.double({ min: 0.1, max: 1.19, noNaN: true })
  fc.assert(
    fc.property(share, shrinking, (part, growth) => {
      expect(wildfireRisk({ share: part, growth })).toBe('low')
      expect(wildfireLoad({ share: part, growth })).toBeLessThanOrEqual(1.03)
    }),
  )
})

test('growth of a handful of policies is damped', () => {
  expect(fairPlanGrowth(0, 1)).toBeCloseTo(1.2, 9)
  expect(fairPlanGrowth(2276, 3987)).toBeCloseTo(1.75, 2)
})

test.each(['90001', '90002', '90003', '90011', '90044', '90037'])(
  'urban %s has a large FAIR Plan share and no wildfire load',
  zip => {
    expect(californiaHome(zip)).toMatchObject({ wildfireRisk: 'low' })
    expect(californiaHome(zip)?.fairPlanLikelihood).toBeGreaterThan(0.05)
    expect(californiaHome(zip)?.wildfireLoad).toBeLessThan(1)
  },
)

test.each(['95959', '95684', '95370', '90265', '90290', '92325'])('%s in the hills is very high', zip => {
  expect(californiaHome(zip)).toMatchObject({ wildfireRisk: 'very_high' })
})
