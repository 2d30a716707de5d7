import { expect, test } from 'vitest'
import type { PortalHome, PortalOffer, PortalPolicy } from './homes.ts'
import { lastDayShared, sharedQuotes } from './share.ts'

const offer: PortalOffer = {
  offer_id: 'ofr_1',
  property_id: 'prp_1',
  carrier: 'Far',
  illustrative: false,
  annual_price: 1480,
  policy_form: 'HO-3',
  coverage_summary: '12 Elm Street',
  dwelling_coverage: 400_000,
  other_structures: 40_000,
  personal_property: 200_000,
  loss_of_use: 80_000,
  personal_liability: 300_000,
  medical_payments: 5_000,
  deductible: 1_000,
  quote_number: 'FAR-QUOTE-77',
  insurance_score: 'used',
  price_factors: [
    { factor: 'base', label: 'Base', effect: 1000 },
    { factor: 'insurance_score', label: 'Credit-based insurance score', effect: 1.48 },
  ],
  recommended_because: 'It has the lowest price.',
  rank: 1,
  differs: [],
  recommended: true,
  is_estimate: true,
  expires_at: '2026-12-16T00:00:00.000Z',
  expires_on: '2026-12-15',
  coverages: [{ label: 'Dwelling (A)', amount: '$400,000' }],
  selected: true,
  chosenBefore: false,
  unavailable: null,
  change: null,
}

const policy = {
  policy_id: 'pol_1',
  policy_number: 'FAR-POLICY-99',
  carrier: 'Far',
  illustrative: false,
  annual_price: 1480,
  covered_from: 'December 1, 2026',
  address: '12 Elm Street',
  documents: [{ document_id: 'doc_1', kind: 'binder', filename: 'binder.pdf' }],
} as PortalPolicy

const home: PortalHome = {
  property_id: 'prp_1',
  address: '12 Elm Street, Springfield, IL 62704',
  offers: [offer, { ...offer, offer_id: 'ofr_2', unavailable: 'refused' }],
  declines: [{ carrier: 'Near', reason_code: 'credit', reason: 'Your credit report.' }],
  policy: null,
}

test('shared quotes show offers and the choice, and of the person only the first name and the city', () => {
  const shared = sharedQuotes(
    { full_name: 'Ada Q Homeowner', sandbox: false, homes: [home, { ...home, offers: [], policy }] },
    ['Springfield', 'Peoria'],
  )
  expect(shared).toMatchObject({
    firstName: 'Ada',
    homes: [
      {
        city: 'Springfield',
        offers: [{ offer_id: 'ofr_1', annual_price: 1480, selected: true }],
        bought: null,
      },
      { city: 'Peoria', offers: [], bought: { carrier: 'Far', annual_price: 1480 } },
    ],
  })
  const text = JSON.stringify(shared)
  for (const secret of [
    'Homeowner',
    'Elm',
    '62704',
    'credit',
    'Credit',
    'QUOTE-77',
    'POLICY-99',
    'doc_1',
    'pol_1',
    'prp_1',
  ])
    expect(text).not.toContain(secret)
})

test('a link that ends in the evening names that day, where the first home is', () => {
  const places = [
    { line: 'homeowners', state: 'IL' },
    { line: 'homeowners', state: 'HI' },
  ] as const
  expect(lastDayShared({ places }, new Date('2026-12-02T03:00:00Z'))).toBe('2026-12-01')
})
