import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bindRequest } from '../../../../test/support/carriers/bind-request.ts'
import { householdRequest } from '../../../../test/support/rating/plain-household.ts'
import { states } from '../../rating/plan.ts'
import { liveUmbrellaCarriers, sandboxUmbrellaCarriers } from '../configured.ts'
import type { UmbrellaAnswer, UmbrellaCarrier, UmbrellaRisk } from '../umbrella/carrier.ts'
import { umbrellaSandboxInput, umbrellaSandboxInputs } from './umbrella-inputs.ts'

const waited: number[] = []
const carriers = sandboxUmbrellaCarriers(async milliseconds => waited.push(milliseconds))

const ask = async (risk: Partial<UmbrellaRisk>) => {
  waited.length = 0
  return Promise.all(carriers.map(carrier => carrier.quote(householdRequest(risk))))
}
const codes = (answers: readonly UmbrellaAnswer[]): string[] =>
  answers.map(answer => (answer.kind === 'offer' ? 'offer' : answer.reason_code))

const order = async (carrier: UmbrellaCarrier, risk: Partial<UmbrellaRisk> = {}) => {
  const answer = await carrier.quote(householdRequest(risk))
  if (answer.kind !== 'offer') throw new Error('no offer')
  return bindRequest({ quote_number: answer.quote_number, annual_price: answer.annual_price })
}

const OFFERS = ['offer', 'offer', 'offer', 'offer']

describe('the sandbox answers as documented', () => {
  test.each([0, 1, 3, 10, 19])('jet_skis %d: every carrier offers at once, and binds', async jet_skis => {
    expect(codes(await ask({ jet_skis }))).toEqual(OFFERS)
    expect(waited).toEqual([])
    for (const carrier of carriers)
      expect(await carrier.bind(await order(carrier, { jet_skis }))).toMatchObject({ kind: 'bound' })
  })

  test('11: the first carrier declines', async () => {
    expect(codes(await ask({ jet_skis: 11 }))).toEqual(['sandbox_decline', ...OFFERS.slice(1)])
  })

  test('12: every carrier declines', async () => {
    expect(new Set(codes(await ask({ jet_skis: 12 })))).toEqual(new Set(['sandbox_decline']))
  })

  test('13: the last carrier takes three seconds', async () => {
    expect(codes(await ask({ jet_skis: 13 }))).toEqual(OFFERS)
    expect(waited).toEqual([3000])
  })

  test('14: whichever is chosen refuses to bind', async () => {
    for (const carrier of carriers)
      expect(await carrier.bind(await order(carrier, { jet_skis: 14 }))).toMatchObject({
        kind: 'blocked',
        reason_code: 'sandbox_blocked',
      })
  })

  test('15: whichever is chosen asks for another start date, and binds when it is the first of a month', async () => {
    for (const carrier of carriers) {
      const first = { ...(await order(carrier, { jet_skis: 15 })), effective_date: '2026-02-10' }
      expect(await carrier.bind(first)).toEqual({
        kind: 'info_requested',
        reason: expect.stringContaining('first day of a month'),
        fields: ['effective_date'],
      })
      expect(await carrier.bind(first)).toMatchObject({ kind: 'info_requested' })
      expect(await carrier.bind({ ...first, effective_date: '2026-03-01' })).toMatchObject({
        kind: 'bound',
        effective_date: '2026-03-01',
        expiration_date: '2027-03-01',
      })
    }
  })

  test.each([
    [16, 'payment_fails'],
    [17, 'documents_rejected'],
  ])('%d: %s, and the carriers offer and bind', async (jet_skis, outcome) => {
    expect(umbrellaSandboxInput({ jet_skis }).outcome).toBe(outcome)
    expect(codes(await ask({ jet_skis }))).toEqual(OFFERS)
    for (const carrier of carriers)
      expect(await carrier.bind(await order(carrier, { jet_skis }))).toMatchObject({ kind: 'bound' })
  })

  test('18: whichever is chosen asks for the declarations of the home, and binds with an order that names them', async () => {
    const document = {
      document_id: 'doc_1',
      filename: 'home.pdf',
      media_type: 'application/pdf',
      size_bytes: 3,
      sha256: 'ab',
    }
    for (const carrier of carriers) {
      const first = await order(carrier, { jet_skis: 18 })
      const named = (type: string) => carrier.bind({ ...first, documents: [{ ...document, type }] })
      for (const answer of [await carrier.bind(first), await named('auto_declarations')])
        expect(answer).toMatchObject({ kind: 'info_requested', fields: ['declarations'] })
      expect(await named('declarations')).toMatchObject({ kind: 'bound' })
    }
  })

  test('20: whichever is chosen asks a tenth more, and binds at that price', async () => {
    for (const carrier of carriers) {
      const first = await order(carrier, { jet_skis: 20 })
      const annual_price = Math.round(first.annual_price * 1.1)
      expect(await carrier.bind(first)).toMatchObject({ kind: 'price_changed', annual_price })
      expect(await carrier.bind({ ...first, annual_price })).toMatchObject({ kind: 'bound', annual_price })
    }
  })

  test('docs/umbrella-carriers.md has this very table', () => {
    const page = readFileSync(new URL('../../../../docs/umbrella-carriers.md', import.meta.url), 'utf8')
    const rows = umbrellaSandboxInputs.map(({ input, sentence }) => `| ${input} | ${sentence} |`)
    expect(page).toContain(['|---|---|', ...rows, ''].join('\n'))
  })

  test('each row of the table has an outcome of its own and a sentence', () => {
    expect(new Set(umbrellaSandboxInputs.map(({ outcome }) => outcome)).size).toBe(
      umbrellaSandboxInputs.length,
    )
    for (const { sentence } of umbrellaSandboxInputs) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })
})

test('prices can be foretold: the base by place in the list, half of it for each further million, the same everywhere', async () => {
  const prices = async (risk: Partial<UmbrellaRisk>) =>
    (await ask(risk)).map(answer => answer.kind === 'offer' && answer.annual_price)
  for (const state of states) expect(await prices({ state, zip: '00000' })).toEqual([300, 330, 360, 390])
  expect(await prices({ coverage_limit: 3_000_000 })).toEqual([600, 660, 720, 780])
  expect(await prices({ drivers_under_22: 1 })).toEqual([450, 495, 540, 585])
})

test('a price without auto limits is an estimate, with them it is final', async () => {
  expect((await ask({ auto_limits: null }))[0]).toMatchObject({
    is_estimate: true,
    price_range: { low: 270, high: 300 },
  })
  expect((await ask({}))[0]).toMatchObject({ is_estimate: false, display_notes: [] })
})

test('a twin carries the name and the workflow of its carrier, and is marked', () => {
  expect(carriers.map(({ id, name, workflow }) => ({ id, name, workflow }))).toEqual(
    liveUmbrellaCarriers({ demo: true }).map(({ id, name, workflow }) => ({
      id: `sandbox-${id}`,
      name: `${name} (sandbox)`,
      workflow,
    })),
  )
})

describe.each([
  ['built-in', liveUmbrellaCarriers({ demo: true })],
  ['sandbox', carriers],
])('%s carriers', (_, all: readonly UmbrellaCarrier[]) => {
  test('issue a year on the terms that were offered, with one number for one order', async () => {
    const numbers = new Set<string>()
    for (const carrier of all) {
      const request = await order(carrier)
      const answer = await carrier.bind(request)
      expect(answer).toMatchObject({
        kind: 'bound',
        annual_price: request.annual_price,
        effective_date: '2026-02-01',
        expiration_date: '2027-02-01',
      })
      expect(await carrier.bind(request)).toEqual(answer)
      if (answer.kind === 'bound') numbers.add(answer.policy_number)
    }
    expect(numbers.size).toBe(all.length)
  })

  test('issue nothing that another carrier has offered', async () => {
    for (const carrier of all) {
      for (const other of all.filter(({ id }) => id !== carrier.id))
        expect(await carrier.bind(await order(other))).toMatchObject({
          kind: 'blocked',
          reason_code: 'unknown_quote',
        })
    }
  })
})
