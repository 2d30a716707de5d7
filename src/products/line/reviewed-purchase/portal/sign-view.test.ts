import { expect, test } from 'vitest'
import { umbrellaLine } from '../../../umbrella/line.ts'
import type { ReviewContext } from './review-context.ts'
import { purchase } from './sign-view.ts'

const preview = {
  carrier: 'Cedar Mutual',
  annual_price: 450,
  coverages: [],
  effective_date: '2026-12-01',
} as unknown as Parameters<typeof purchase>[0]

const pageFor = (selected_offer: object): string =>
  String(
    purchase(preview, {
      view: { line: umbrellaLine.name },
      session: { selected_offer },
    } as unknown as ReviewContext),
  )

test('a buyer signs for a price with its fees and taxes named, as the binder prints them', () => {
  const fees = [{ label: 'Policy fee', amount_cents: 2_500 }]
  const taxes = [{ label: 'State tax', amount_cents: 1_234 }]
  expect(pageFor({ fees, taxes }).replaceAll(/<[^>]+>/g, '')).toContain(
    'Includes Policy fee $25, State tax $12.34.',
  )
  expect(pageFor({ fees: [], taxes: [] })).not.toContain('Includes')
})
