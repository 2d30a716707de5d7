import { expect, onTestFinished, test } from 'vitest'
import {
  answers,
  type Behaviour,
  homeOffer,
  startCarrier,
  umbrellaOffer,
} from '../../test/support/carriers/carrier-server.ts'
import { carriersFile } from '../../test/support/carriers/carriers-file.ts'
import { getKey, newEmail } from '../../test/support/people/client.ts'
import { completeIntake } from '../../test/support/people/homeowner-applications.ts'
import { completeHousehold } from '../../test/support/people/umbrella-applications.ts'
import { until } from '../../test/support/runs/until.ts'
import { farEnd } from '../../test/support/servers/far-end.ts'
import { serviceForThisTest } from '../../test/support/servers/service.ts'
import { answerOf, type Bindery, createBindery } from './client.ts'
import { waitForHomeownersQuotes, waitForUmbrellaQuotes } from './wait-for-quotes.ts'

const SLOW = 2

type Line = { offer: (quote_number: string) => object; entry: (url: string) => object }

const homes: Line = { offer: quote_number => homeOffer({ quote_number }), entry: url => ({ url }) }
const umbrellas: Line = {
  offer: quote_number => umbrellaOffer({ quote_number }),
  entry: url => ({ umbrella_url: url, umbrella_states: ['IL'], workflow: 'carrier_direct' }),
}

/** A service with two extra carriers that wait until the test releases them. */
const withSlowCarriers = async ({ offer, entry }: Line) => {
  const thinking: (() => void)[] = []
  const thinks: Behaviour = (...exchange) => void thinking.push(() => answers(...exchange))
  const slowCarrier = async (id: string) => {
    const server = await startCarrier(0, offer)
    server.behaviour = thinks
    onTestFinished(() => server.close())
    return { id, time_limit_seconds: 60, ...entry(server.url) }
  }
  const entries = await Promise.all(Array.from({ length: SLOW }, (_, at) => slowCarrier(`slow-${at}`)))
  const { url } = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', CARRIERS_FILE: carriersFile(entries) },
  })
  const held: (string | null)[] = []
  const bindery = createBindery({
    url,
    key: await getKey(url, newEmail()),
    fetch: (request, init) => {
      held.push((request as Request).headers.get('prefer'))
      return fetch(request, init)
    },
  })
  const letOneAnswer = async () => (await until(() => thinking.shift()))?.()
  return { bindery, held, letOneAnswer }
}

/** Each progress report releases one of the slow carriers. */
const follow = (letOneAnswer: () => Promise<void>) => {
  const missing: number[] = []
  const onProgress = (asked: number, answered: number) => {
    missing.push(asked - answered)
    if (asked - answered <= SLOW) void letOneAnswer()
  }
  return { missing, onProgress }
}

const submitHome = async (bindery: Bindery): Promise<string> => {
  const body = { intake: completeIntake(), credit_check_authorized: true }
  return answerOf(await bindery.POST('/api/agent/homeowners/quotes', { body })).uid
}

const submitHousehold = async (bindery: Bindery): Promise<string> => {
  const intake = completeHousehold({ desired_coverage_limit: 1_000_000 })
  const { uid, review_token = '' } = answerOf(
    await bindery.POST('/api/agent/umbrella/draft', { body: { intake } }),
  )
  const body = { uid, review_token, review_confirmed: true as const }
  answerOf(await bindery.POST('/api/agent/umbrella/quotes', { body }))
  return uid
}

test.each([
  ['a home', homes, submitHome, waitForHomeownersQuotes],
  ['an umbrella', umbrellas, submitHousehold, waitForUmbrellaQuotes],
])(
  'the progress of %s is told from the start, each step once and soon',
  async (_what, line, submit, wait) => {
    const { bindery, letOneAnswer } = await withSlowCarriers(line)
    const { missing, onProgress } = follow(letOneAnswer)
    const uid = await submit(bindery)
    const { status } = await wait(bindery, uid, { onProgress, withinSeconds: 20 })
    expect(status).toBe('quoted')
    expect(missing.slice(-SLOW)).toEqual([2, 1])
    expect(new Set(missing).size).toBe(missing.length)
  },
)

test('a missing answer is reported at once', async () => {
  const { bindery, held } = await withSlowCarriers(homes)
  const body = { sandbox: true, intake: { full_name: 'Ada Park' } }
  const { uid } = answerOf(await bindery.POST('/api/agent/homeowners/quotes', { body }))
  held.length = 0
  expect((await waitForHomeownersQuotes(bindery, uid)).status).toBe('needs_more_info')
  expect(held).toEqual(['wait=0'])
})

test('who does not want to hear of it makes one call after a look, held until the offers are there', async () => {
  const { bindery, held, letOneAnswer } = await withSlowCarriers(homes)
  const uid = await submitHome(bindery)
  held.length = 0
  const quoted = waitForHomeownersQuotes(bindery, uid)
  await until(() => held.length > 1)
  for (let each = 0; each < SLOW; each++) await letOneAnswer()
  expect((await quoted).status).toBe('quoted')
  expect(held).toEqual(['wait=0', 'wait=25'])
})

test('a poll that the service does not hold is made again when the answer says', async () => {
  const json = { 'content-type': 'application/json' }
  const pending = {
    status: 200,
    headers: json,
    body: JSON.stringify({ status: 'pending_quotes', poll_after_seconds: 2 }),
  }
  const quoted = { status: 200, headers: json, body: JSON.stringify({ status: 'quoted' }) }
  const { url, keys } = await farEnd([pending, pending, pending, quoted])
  const waited: number[] = []
  const wait = async (milliseconds: number) => void waited.push(milliseconds)
  const seen = await waitForHomeownersQuotes(createBindery({ url }), 'hom_1', { wait })
  expect(seen).toMatchObject({ status: 'quoted' })
  expect(waited).toEqual([2000, 2000])
  expect(keys).toHaveLength(4)
})
