import { describe, expect, test } from 'vitest'
import { bindRequest } from '../../../../test/support/carriers/bind-request.ts'
import { requestFor } from '../../../../test/support/rating/plain-home.ts'
import { liveHomeCarriers, sandboxHomeCarriers } from '../configured.ts'
import { readBindAnswer } from '../contract/parse-bind-answer.ts'
import type { HomeCarrier } from '../homeowners/carrier.ts'

const offerOf = async (carrier: HomeCarrier, home_sqft = 1800) => {
  const answer = await carrier.quote(requestFor({ home_sqft }))
  if (answer.kind !== 'offer') throw new Error('no offer')
  return answer
}

const orderFor = async (carrier: HomeCarrier, home_sqft?: number) => {
  const { quote_number, annual_price } = await offerOf(carrier, home_sqft)
  return bindRequest({ quote_number, annual_price })
}

const firstTwo = ([first, second]: readonly HomeCarrier[]): [HomeCarrier, HomeCarrier] => {
  if (!first || !second) throw new Error('fewer than two carriers')
  return [first, second]
}

describe.each([
  ['built-in', liveHomeCarriers({ demo: true })],
  ['sandbox', sandboxHomeCarriers()],
])('%s carriers', (_, carriers) => {
  const [first, second] = firstTwo(carriers)

  test('issue a year on the terms that were offered, with one number for one order', async () => {
    const order = await orderFor(first)
    const answer = await first.bind(order)
    expect(answer).toEqual({
      kind: 'bound',
      policy_number: expect.stringMatching(/^[A-Z]{3}-\d{10}$/),
      annual_price: order.annual_price,
      effective_date: '2026-02-01',
      expiration_date: '2027-02-01',
    })
    expect(await first.bind(order)).toEqual(answer)
    expect(await first.bind({ ...order, request_id: 'ord_other' })).not.toEqual(answer)
  })

  test('issue nothing that they have not offered', async () => {
    const unknown = { kind: 'blocked', reason_code: 'unknown_quote' }
    expect(await second.bind(await orderFor(first))).toMatchObject(unknown)
    expect(await first.bind(bindRequest({ quote_number: 'FAR-1' }))).toMatchObject(unknown)
    expect(await first.bind(bindRequest({ quote_number: '' }))).toMatchObject(unknown)
    const { quote_number } = await offerOf(first)
    const forged = quote_number.replace(/[0-9A-F]$/, last => (last === '0' ? '1' : '0'))
    expect(await first.bind(bindRequest({ quote_number: forged }))).toMatchObject(unknown)
  })
})

describe('the sandbox binds as documented', () => {
  const waited: number[] = []
  const [first, second] = firstTwo(sandboxHomeCarriers(async milliseconds => waited.push(milliseconds)))

  test.each([
    [5551, 'blocked'],
    [5552, 'info_requested'],
  ])('%d: the first carrier answers %s, the others issue the policy', async (home_sqft, kind) => {
    expect(await first.bind(await orderFor(first, home_sqft))).toMatchObject({ kind })
    expect(await second.bind(await orderFor(second, home_sqft))).toMatchObject({ kind: 'bound' })
  })

  test('5553: every carrier takes three seconds', async () => {
    for (const carrier of [first, second])
      expect(await carrier.bind(await orderFor(carrier, 5553))).toMatchObject({ kind: 'bound' })
    expect(waited).toEqual([3000, 3000])
  })

  test('5555: the first carrier asks a tenth more, and issues the policy at that price and no other', async () => {
    const order = await orderFor(first, 5555)
    const answer = await first.bind(order)
    const annual_price = Math.round(order.annual_price * 1.1)
    expect(answer).toMatchObject({ kind: 'price_changed', annual_price })
    expect(readBindAnswer({ ...answer }, order).answer).toEqual(answer)
    expect(await first.bind(order)).toEqual(answer)
    const again = { ...order, request_id: 'ord_again', annual_price }
    expect(await first.bind(again)).toMatchObject({ kind: 'bound', annual_price })
    expect(await second.bind(await orderFor(second, 5555))).toMatchObject({ kind: 'bound' })
  })
})
