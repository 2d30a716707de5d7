import fc from 'fast-check'
import { expect, test } from 'vitest'
import { californiaHome } from './california-home.ts'
import { readTable } from './figures.ts'
import { type FairPlan, wildfireLoad, wildfireRisk, wildfireRisks } from './wildfire.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const shareNow = share
const growth = fc.double({ min: 0.3, max: 9, noNaN: true })
const growthIsOwn = fc.boolean()
const homesAround = fc.integer({ min: 0, max: 200_000 })
const level = (fairPlan: FairPlan): number => wildfireRisks.indexOf(wildfireRisk(fairPlan))

test('outside the urban core a larger FAIR Plan share never means less wildfire, whatever its growth', () => {
  const country = fc.record({
    shareNow,
    growth,
    growthIsOwn,
    homesAround: fc.integer({ min: 0, max: 60_000 }),
  })
  fc.assert(
    fc.property(share, share, country, (a, b, place) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)].map(part => ({ ...place, share: part }))
      if (!small || !large) return
      expect(wildfireLoad(large)).toBeGreaterThanOrEqual(wildfireLoad(small))
      expect(level(large)).toBeGreaterThanOrEqual(level(small))
      if (large.share >= 0.01) expect(level(large)).toBeGreaterThan(0)
      if (large.share >= 0.01) expect(wildfireLoad(large)).toBeGreaterThan(1)
    }),
  )
})

test('outside the urban core slow growth never lowers what the share says', () => {
  for (const [part, risk] of [
    [0.011, 'moderate'],
    [0.051, 'elevated'],
    [0.11, 'high'],
    [0.21, 'very_high'],
  ] as const) {
    const country = { share: part, shareNow: part, growthIsOwn: true, homesAround: 2000 }
    const [stalled, typical] = [0.3, 2.2].map(grown => ({ ...country, growth: grown }))
    if (!stalled || !typical) return
    expect(wildfireRisk(stalled)).toBe(risk)
    expect(wildfireLoad(stalled)).toBe(wildfireLoad(typical))
  }
})

test('faster growth never means less wildfire, in the core or outside', () => {
  fc.assert(
    fc.property(share, shareNow, growth, growth, growthIsOwn, homesAround, (part, now, a, b, own, homes) => {
      const [slow, fast] = [Math.min(a, b), Math.max(a, b)].map(grown => ({
        share: part,
        shareNow: now,
        growth: grown,
        growthIsOwn: own,
        homesAround: homes,
      }))
      if (!slow || !fast) return
      expect(wildfireLoad(fast)).toBeGreaterThanOrEqual(wildfireLoad(slow) - 1e-12)
      expect(level(fast)).toBeGreaterThanOrEqual(level(slow))
    }),
  )
})

test('no cliff: a hair more share, growth or density moves the load by a hair', () => {
  fc.assert(
    fc.property(share, shareNow, growth, growthIsOwn, homesAround, (part, now, grown, own, homes) => {
      const here = { share: part, shareNow: now, growth: grown, growthIsOwn: own, homesAround: homes }
      const load = wildfireLoad(here)
      for (const near of [
        { ...here, share: part + 1e-4 },
        { ...here, shareNow: now + 1e-4 },
        { ...here, growth: grown + 1e-3 },
        { ...here, homesAround: homes + 50 },
      ])
        expect(Math.abs(wildfireLoad(near) / load - 1)).toBeLessThan(0.01)
    }),
  )
})

test('the risk never contradicts the FAIR Plan share of today, and rises with it', () => {
  fc.assert(
    fc.property(share, shareNow, shareNow, growth, homesAround, (part, a, b, grown, homes) => {
      const [fewer, more] = [Math.min(a, b), Math.max(a, b)].map(now => ({
        share: part,
        shareNow: now,
        growth: grown,
        growthIsOwn: true,
        homesAround: homes,
      }))
      if (!fewer || !more) return
      expect(wildfireLoad(more)).toBeGreaterThanOrEqual(wildfireLoad(fewer) - 1e-12)
      expect(level(more)).toBeGreaterThanOrEqual(level(fewer))
      const steps = [0.01, 0.05, 0.1, 0.2].filter(least => more.shareNow >= least).length
      if (homes <= 60_000) expect(level(more)).toBeGreaterThanOrEqual(steps)
    }),
  )
})

test('unpublished growth never earns the discount of an old urban share', () => {
  const known = { share: 0.2, shareNow: 0.19, growth: 0.9, growthIsOwn: true, homesAround: 150_000 }
  expect(wildfireRisk(known)).toBe('low')
  expect(wildfireRisk({ ...known, growthIsOwn: false })).not.toBe('low')
})

test('a count that the FAIR Plan did not publish is missing, not zero', () => {
  const unpublished = readTable('figures/california-zips.csv').filter(
    row => row.published('fair_policies_2024') === undefined,
  )
  expect(unpublished.length).toBeGreaterThan(80)
  for (const row of unpublished) {
    const home = californiaHome(row.text('zip'))
    if (!home || row.number('fair_homes_2022') === 0) continue
    expect(home.fairPlanLikelihood, row.text('zip')).toBeGreaterThan(0)
  }
})

test.each(['90001', '90002', '90003', '90011', '90044', '90037'])(
  'urban %s has a large FAIR Plan share and no wildfire load',
  zip => {
    expect(californiaHome(zip)).toMatchObject({ wildfireRisk: 'low' })
    expect(californiaHome(zip)?.fairPlanLikelihood).toBeGreaterThan(0.05)
    expect(californiaHome(zip)?.wildfireLoad).toBeLessThan(1)
  },
)

// Towns that burned since 2017 or lie in the state's very high fire hazard zones.
const HIGH_FIRE =
  '95969 95954 95916 95941 90265 90290 90272 91001 91011 90049 90077 90046 90068 92352 92325 92382 92315 92314 92333 92322 92358 92305 91759 92549 92036 92065 91901 91935 91916 91962 92676 92679 93108 93023 95442 94515 94508 94574 95461 95426 95451 95945 95949 95959 95960 95667 95726 95636 95634 95709 95684 95713 95631 95715 95247 95223 95224 95233 95245 95255 95248 95675 95370 95383 95346 95375 95321 95338 93644 93614 93643 93669 93664 93602 93667 93605 93271 93265 93426 96161 96145 95006 95005 95033 93924 93920 94516 91948'.split(
    ' ',
  )

test('known high-fire ZIPs are at least elevated, and carry a load', () => {
  expect(HIGH_FIRE.length).toBeGreaterThanOrEqual(60)
  for (const zip of HIGH_FIRE) {
    const home = californiaHome(zip)
    expect(['elevated', 'high', 'very_high'], zip).toContain(home?.wildfireRisk)
    expect(home?.wildfireLoad, zip).toBeGreaterThan(1.2)
  }
})

// Suburbs that burned or were evacuated since 2003, where the FAIR Plan was rare until 2022.
const FIRE_SUBURBS =
  '95403 95404 95405 95409 95476 94558 94556 94563 94549 94526 94517 94611 94705 94708 94619 94605 94960 94930 94941 94947 94920 94939 95688 95694 92128 92127 92131 92025 92027 92028 92886 92887 92807 92808 93001 93003 93012 93015 93021 93063 93065 93110 93117 91355 91350 91351 91381 91387 91016 91020 91214 91311 91304 91307 91362 91377 95120 95070 94022 94028 94062 95060 95066 96001 96003 96019 95966 93402 93465 95762 95746 92220 92223 92592 92544 93551'.split(
    ' ',
  )

test('suburbs that burned are not low', () => {
  for (const zip of FIRE_SUBURBS) {
    const home = californiaHome(zip)
    expect(['moderate', 'elevated', 'high', 'very_high'], zip).toContain(home?.wildfireRisk)
    expect(home?.wildfireLoad, zip).toBeGreaterThan(1)
  }
})

test.each(['95959', '95684', '95370', '90265', '90290', '92325'])('%s in the hills is very high', zip => {
  expect(californiaHome(zip)).toMatchObject({ wildfireRisk: 'very_high' })
})
