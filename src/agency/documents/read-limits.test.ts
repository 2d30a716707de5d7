import { describe, expect, test } from 'vitest'
import { autoLimitsIn, personalLiabilityIn } from './read-limits.ts'

const found = {
  bodilyInjury: [{ perPerson: 250_000, perAccident: 500_000 }],
  propertyDamage: [100_000],
  singleLimit: [],
}

describe('auto limits', () => {
  test.each([
    'Liability 250/500/100',
    'Limits: $250/$500/$100',
    'Liability limits 250k/500k/100k',
    'Bodily Injury Liability $250,000 each person $500,000 each accident $312.40\nProperty Damage Liability $100,000 each accident $85.10',
    'Bodily Injury: $250,000/$500,000\nProperty Damage: $100,000',
    'BODILY INJURY 250/500 PROPERTY DAMAGE 100',
    'Bodily injury per person 250,000 per accident 500,000 Property damage 100,000 Medical payments 5,000',
    'Bodily Injury\n$250,000 per person\n$500,000 per accident\nProperty Damage\n$100,000 per accident',
    'Bodily injury 250 thousand / 500 thousand; property damage 100 thousand',
  ])('are read from %j', text => {
    expect(autoLimitsIn(text)).toEqual(found)
  })

  test.each([
    'Uninsured Motorists Bodily Injury $25,000 each person $50,000 each accident',
    'Underinsured motorist: bodily injury 25/50, property damage 10',
    'UM - Bodily Injury $25,000/$50,000',
    'Bodily Injury, Uninsured Motorists: 25/50',
  ])('are not those of uninsured motorists: %j', text => {
    expect(autoLimitsIn(text).bodilyInjury).toEqual([])
  })

  test('are no dates, and a premium is no limit', () => {
    expect(autoLimitsIn('Limits effective 10/15/2026')).toEqual({
      bodilyInjury: [],
      propertyDamage: [],
      singleLimit: [],
    })
    expect(autoLimitsIn('Bodily Injury premium $312.40 and $85.10').bodilyInjury).toEqual([])
  })

  test.each(['Property Damage $5,000', 'Property Damage 5,000', 'Property Damage $5000'])(
    'of a few thousand dollars are not millions: %j',
    text => {
      expect(autoLimitsIn(text).propertyDamage).toEqual([5000])
    },
  )

  test('of each car are all told', () => {
    const text = 'Car 1 Bodily Injury 250/500\nCar 2 Bodily Injury 100/300'
    expect(autoLimitsIn(text).bodilyInjury).toEqual([
      { perPerson: 250_000, perAccident: 500_000 },
      { perPerson: 100_000, perAccident: 300_000 },
    ])
  })

  test.each(['Combined Single Limit $500,000 each accident', 'CSL 500', 'Single limit liability: 500k'])(
    'may be one: %j',
    text => {
      expect(autoLimitsIn(text).singleLimit).toEqual([500_000])
    },
  )
})

test.each([
  'Coverage E - Personal Liability $300,000 each occurrence',
  'E. Personal liability 300,000',
  'Personal Liability $300,000 Medical Payments $5,000',
])('personal liability is read from %j', text => {
  expect(new Set(personalLiabilityIn(text))).toEqual(new Set([300_000]))
})
