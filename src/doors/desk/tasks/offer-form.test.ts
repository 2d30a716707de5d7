import { describe, expect, test } from 'vitest'
import { requestFor } from '../../../../test/support/rating/plain-home.ts'
import { householdRequest } from '../../../../test/support/rating/plain-household.ts'
import { parseHomeAnswer } from '../../../agency/carriers/homeowners/parse-answer.ts'
import { parseUmbrellaAnswer } from '../../../agency/carriers/umbrella/parse-answer.ts'
import { homeOfferForm } from './home-offer.ts'
import { answerOf, type OfferContext, readOffers } from './offer-form.ts'
import { umbrellaOfferForm } from './umbrella-offer.ts'

const today = '2026-11-16'
const noCredit: OfferContext = { creditAllowed: false, state: 'IL', today }
const credit: OfferContext = { creditAllowed: true, state: 'IL', today }

const home = {
  annual_price: '$1,598',
  quote_number: ' HM-2041 ',
  valid_until: '2026-12-16',
  bill_to: 'carrier_direct',
  policy_form: 'HO-3',
  dwelling_coverage: '420,000',
  other_structures: '42000',
  personal_property: '210k',
  loss_of_use: '84000',
  personal_liability: '300000',
  medical_payments: '5000',
  deductible: '2500',
}

const umbrella = {
  annual_price: '412',
  quote_number: 'U-77',
  valid_until: '2026-12-16',
  bill_to: 'carrier_direct',
  coverage_limit: '1 million',
  auto_per_person: '250000',
  auto_per_accident: '500000',
  auto_property_damage: '100000',
  minimum_home_liability_limit: '300000',
}

const formOf = (...offers: Record<string, string>[]): URLSearchParams =>
  new URLSearchParams(
    offers.flatMap((offer, at) =>
      Object.entries(offer).map(([name, text]): [string, string] => [`o${at + 1}.${name}`, text]),
    ),
  )

const homeAnswer = (context: OfferContext, ...offers: Record<string, string>[]) => {
  const read = readOffers(homeOfferForm, formOf(...offers), context)
  const request = requestFor({ insurance_score_allowed: context.creditAllowed })
  const text = JSON.stringify({ request_id: request.request_id, ...answerOf(read.offers) })
  return { ...read, ...parseHomeAnswer(text, request) }
}

const OPTIONAL = {
  valid_until: '2026-12-01',
  bill_to: 'carrier_direct',
  fee1_label: 'Policy fee',
  fee1_amount: '$25.50',
  tax1_label: 'State fire tax',
  tax1_amount: '12',
  plan1_label: 'Quarterly',
  plan1_now: '100',
  plan1_count: '3',
  plan1_amount: '110',
  plan1_fee: '3',
  plan1_days: '90',
}

describe('a home offer', () => {
  test('with everything that the form asks for passes them too', () => {
    const whole = { ...OPTIONAL, wind_hail_deductible: '8000', coverage_summary: 'Replacement cost' }
    expect(homeAnswer(noCredit, { ...home, ...whole })).toMatchObject({
      errors: [],
      outcome: 'offer',
      answer: {
        wind_hail_deductible: 8000,
        coverage_summary: 'Replacement cost',
        valid_until: '2026-12-02T05:59:00.000Z',
        fees: [{ amount_cents: 2550 }],
        payment_plans: [{ total_cents: 43_000 }],
      },
    })
  })

  test('as staff type it passes the checks of a carrier’s answer', () => {
    const { errors, outcome, answer } = homeAnswer(noCredit, home)
    expect(errors).toEqual([])
    expect(outcome).toBe('offer')
    expect(answer).toMatchObject({
      kind: 'offer',
      annual_price: 1598,
      quote_number: 'HM-2041',
      personal_property: 210_000,
      insurance_score: 'not_used',
      price_factors: [],
      coverage_summary: 'HO-3: $420,000 dwelling, $300,000 liability, $2,500 deductible',
    })
    expect(answer).not.toHaveProperty('wind_hail_deductible')
  })

  test('a price with cents is offered in dollars, and collected to the cent', () => {
    const { errors, answer } = homeAnswer(noCredit, { ...home, annual_price: '1,598.40' })
    expect(errors).toEqual([])
    expect(answer).toMatchObject({
      annual_price: 1598,
      payment_plans: [{ due_now_cents: 159_840, installments: [], total_cents: 159_840 }],
    })
    expect(homeAnswer(noCredit, home).answer).not.toHaveProperty('payment_plans')
  })

  test('is refused field by field, with the fix', () => {
    const { errors } = homeAnswer(noCredit, {
      ...home,
      annual_price: 'soon',
      deductible: '',
      policy_form: 'HO-9',
    })
    expect(errors).toEqual([
      {
        name: 'o1.annual_price',
        message: 'Price a year must be an amount such as 25 or 25.50, at least $1 and at most $1,000,000.',
      },
      { name: 'o1.policy_form', message: 'Policy form: choose one from the list.' },
      { name: 'o1.deductible', message: 'Enter the deductible, each loss.' },
    ])
  })

  test('an empty form names everything that is missing, and no promise is made for the carrier', () => {
    const { errors } = homeAnswer(noCredit)
    expect(errors.length).toBeGreaterThan(8)
    expect(errors).toEqual(
      expect.arrayContaining([
        { name: 'o1.valid_until', message: 'Valid until must be a date, such as 2026-12-01.' },
        { name: 'o1.bill_to', message: 'Choose who can be billed.' },
      ]),
    )
  })

  test('a price by a credit report names who made the report', () => {
    const used = { ...home, insurance_score: 'used' }
    expect(homeAnswer(credit, used).errors.map(({ name }) => name)).toEqual([
      'o1.bureau',
      'o1.bureau_address',
      'o1.bureau_phone',
    ])
    const named = {
      ...used,
      bureau: 'Bureau One',
      bureau_address: '1 Credit Way, Atlanta, GA 30301',
      bureau_phone: '1-800-555-0111',
      score_reasons: 'Short history; Many inquiries',
    }
    expect(homeAnswer(credit, named)).toMatchObject({
      errors: [],
      outcome: 'offer',
      answer: {
        insurance_score: 'used',
        consumer_report: { agency: 'Bureau One' },
        score_reasons: ['Short history', 'Many inquiries'],
      },
    })
    expect(homeAnswer(credit, { ...named, bureau_phone: 'none' }).errors).toEqual([
      { name: 'o1.bureau_phone', message: 'Enter a phone number, such as 1-800-555-0111.' },
    ])
  })

  test('without an authorization nothing about credit is read, whatever is sent', () => {
    const { errors, answer } = homeAnswer(noCredit, { ...home, insurance_score: 'used' })
    expect(errors).toEqual([])
    expect(answer).toMatchObject({ insurance_score: 'not_used' })
  })

  test.each([
    ['2026-11-16', 0],
    ['2027-11-16', 0],
    ['2026-11-15', 1],
    ['2028-01-01', 1],
    ['soon', 1],
    ['', 1],
  ])('valid until %s has %i problems', (valid_until, problems) => {
    expect(homeAnswer(noCredit, { ...home, valid_until }).errors).toHaveLength(problems)
  })

  test('is valid through the last minute of the day that staff enter, where the home is', () => {
    expect(homeAnswer(noCredit, { ...home, valid_until: '2026-11-16' })).toMatchObject({
      outcome: 'offer',
      answer: { valid_until: '2026-11-17T05:59:00.000Z' },
    })
  })
})

describe('several offers', () => {
  test('are one answer, and an untouched form below is none', () => {
    const second = { ...home, annual_price: '1410', quote_number: 'HM-2042', deductible: '5000' }
    expect(homeAnswer(noCredit, home, second)).toMatchObject({
      errors: [],
      outcome: 'offers',
      answer: { kind: 'offers', offers: [{ annual_price: 1598 }, { annual_price: 1410 }] },
    })
    expect(homeAnswer(noCredit, home, { policy_form: 'HO-3' }).offers).toHaveLength(1)
  })

  test('need a quote number each, and a begun one is complete', () => {
    expect(homeAnswer(noCredit, home, home).errors).toEqual([
      { name: 'o2.quote_number', message: 'Each offer needs its own quote number.' },
    ])
    expect(
      homeAnswer(noCredit, home, { annual_price: '1400' }).errors.every(({ name }) =>
        name?.startsWith('o2.'),
      ),
    ).toBe(true)
  })
})

describe('an umbrella offer', () => {
  const answer = (offer: Record<string, string>) => {
    const read = readOffers(umbrellaOfferForm, formOf(offer), noCredit)
    const request = householdRequest()
    const text = JSON.stringify({ request_id: request.request_id, ...answerOf(read.offers) })
    return { ...read, ...parseUmbrellaAnswer(text, request) }
  }

  test('with one price is final; with a range it is an estimate', () => {
    expect(answer(umbrella)).toMatchObject({
      errors: [],
      outcome: 'offer',
      answer: {
        annual_price: 412,
        is_estimate: false,
        price_range: { low: 412, high: 412 },
        display_notes: [],
      },
    })
    expect(
      answer({ ...umbrella, price_low: '390', price_high: '520', notes: 'No boats; Ask about dogs' }),
    ).toMatchObject({
      errors: [],
      outcome: 'offer',
      answer: {
        is_estimate: true,
        price_range: { low: 390, high: 520 },
        display_notes: ['No boats', 'Ask about dogs'],
      },
    })
  })

  test('with everything that the form asks for passes the carrier’s checks', () => {
    const notes = Array.from({ length: 10 }, (_, at) => `Note ${at}, ${'x'.repeat(70)}`).join('; ')
    const whole = { ...umbrella, ...OPTIONAL, price_low: '400', price_high: '420', notes }
    expect(answer(whole)).toMatchObject({ errors: [], outcome: 'offer' })
    expect(answer({ ...umbrella, notes: 'x'.repeat(301) }).errors).toMatchObject([{ name: 'o1.notes' }])
    expect(answer({ ...umbrella, notes: 'x;'.repeat(21) }).errors).toMatchObject([{ name: 'o1.notes' }])
  })

  test('half a range, or one around another price, is refused', () => {
    expect(answer({ ...umbrella, price_low: '390' }).errors).toEqual([
      { name: 'o1.price_high', message: 'Enter the lowest and the highest final price, or neither.' },
    ])
    expect(answer({ ...umbrella, price_low: '500', price_high: '520' }).errors).toHaveLength(1)
  })

  test('with a lower limit than the buyer wants fails the carrier’s check', () => {
    expect(answer({ ...umbrella, coverage_limit: '500000' })).toMatchObject({
      errors: [],
      outcome: 'limit_too_low',
    })
  })
})

test('a quote number that reads otherwise than it is recorded is refused where staff type it', () => {
  const { errors } = homeAnswer(noCredit, { ...home, quote_number: 'HM-\u202e1402' })
  expect(errors).toEqual([
    {
      name: 'o1.quote_number',
      message: 'Quote number must be one line of plain text, at most 80 characters.',
    },
  ])
})
