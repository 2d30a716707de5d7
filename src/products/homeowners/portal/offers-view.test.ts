import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { homeOffer } from '../../../../test/support/carriers/carrier-server.ts'
import { MAX_ANSWER_BYTES } from '../../../platform/http/send-at-once.ts'
import { offersStep } from './offers-step.ts'
import type { StepContext } from './step-context.ts'

const factors = Array.from({ length: 15 }, (_, at) => ({
  factor: `factor_${at}`,
  label: `Factor ${at}`,
  effect: at === 0 ? 1500 : 1.01,
}))

const offerAt = (property_id: string, at: number, isChosen: boolean) => ({
  ...homeOffer({ price_factors: factors, fees: [{ label: 'Policy fee', amount_cents: 2500 }] }),
  offer_id: `${property_id}-${at}`,
  property_id,
  carrier: `Carrier ${at}`,
  recommended: at === 0,
  expires_on: '2026-12-17',
  coverages: ['Dwelling (A)', 'Deductible, each loss'].map(label => ({ label, amount: '$400,000' })),
  selected: isChosen,
  chosenBefore: isChosen,
  unavailable: null,
  change: null,
  differs: [],
})

const pageOf = (homes: number, each: number, chosen: number): string => {
  const view = {
    step: 'offers',
    homes: Array.from({ length: homes }, (_, home) => ({
      property_id: `prop_${home}`,
      address: `${home} Elm Street`,
      offers: Array.from({ length: each }, (_, at) => offerAt(`prop_${home}`, at, at === chosen)),
      declines: [],
      policy: null,
    })),
    offersExpired: false,
    stops: [],
    refusals: [],
    priceChange: null,
    quoting: null,
    creditNotices: [],
  }
  const application = { homes: [] }
  const context = { view, application, token: html``, errors: [], notice: null } as unknown as StepContext
  return String(offersStep(context).body)
}

const timesIn = (text: string, what: string): number => text.split(what).length - 1

test('of very many quotes, the best of each home and the chosen one are shown in full, and all can be chosen', () => {
  const page = pageOf(20, 24, 11)
  expect(Buffer.byteLength(page)).toBeLessThan(MAX_ANSWER_BYTES)
  expect(timesIn(page, 'type="radio"')).toBe(20 * (24 + 1))
  expect(timesIn(page, 'Why this price')).toBe(20 * 4)
  expect(timesIn(page, '20 more quotes for this home')).toBe(20)
  const [, inFull = ''] = /id="prop_0-11">(.*?)<\/article>/s.exec(page) ?? []
  expect(inFull).toContain('Why this price')
})

test('of as many quotes as usual, none is folded away', () => {
  expect(pageOf(3, 12, 0)).not.toContain('more quotes')
  expect(timesIn(pageOf(3, 12, 0), 'Why this price')).toBe(36)
})
