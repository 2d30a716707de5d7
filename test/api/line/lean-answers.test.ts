import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngOf } from '../../support/browser/pictures.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import {
  bindAnswers,
  completeHousehold,
  type UmbrellaOperation,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

/** Of four characters. */
const tokens = (body: object): number => Math.round(JSON.stringify(body).length / 4)
const MOST = { pending_quotes: 250, quoted: 1800, bound: 600 }

let service: TestService
let resting: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  resting = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => Promise.all([service.stop(), resting.stop()]))

const within = (name: string, body: Record<string, unknown>): void => {
  const status = String(body.status) as keyof typeof MOST
  console.log(`${name} ${status}: ${tokens(body)} of ${MOST[status]} tokens`)
  expect(tokens(body), JSON.stringify(body)).toBeLessThanOrEqual(MOST[status])
}

describe('a poll says what changed and what to do', () => {
  test('of homeowners', async () => {
    const sent = { intake: completeIntake(), sandbox: true, credit_check_authorized: true }
    const idle = await getKey(resting.url, newEmail())
    const { uid: waits } = (await quotesCall(resting.url, idle, sent)).body
    within('homeowners', (await quotesCall(resting.url, idle, { uid: waits })).body)
    const key = await getKey(service.url, newEmail())
    const { uid } = (await quotesCall(service.url, key, sent)).body
    await untilQuoted(service.url, key, String(uid))
    within('homeowners', (await quotesCall(service.url, key, { uid })).body)
  })

  test('of an umbrella, whose whole purchase is 9,000 tokens of answers at most', async () => {
    const { key, uid: owner } = await newOperator(resting)
    const { uid: waits } = (await umbrellaIn(resting, { owner, status: 'pending_quotes' })).intake
    within('umbrella', (await umbrellaCall({ url: resting.url, key }, 'status', { uid: waits })).body)

    const at = { url: service.url, key: await getKey(service.url, newEmail()) }
    const said: object[] = []
    const step = async (operation: UmbrellaOperation, body: object) => {
      const answer = await umbrellaCall(at, operation, body)
      said.push(answer.body)
      return answer.body
    }
    const { uid, review_token } = await step('draft', { intake: completeHousehold(), sandbox: true })
    await step('quotes', { uid, review_token, review_confirmed: true })
    await untilStatus(at, uid, ['quoted'])
    const quoted = await step('status', { uid })
    within('umbrella', quoted)
    const { default_selection_token: selection_token } = quoted.selection_guidance as Record<string, string>
    const choice = { uid, selection_token, selection_confirmed: true, credit_consent: yes }
    await step('select', { ...choice, intake: bindAnswers() })
    await step('bind', { uid })
    await step('bind', { uid, bind_confirmed: true })
    await untilStatus(at, uid, ['documents_needed'])
    const { required_upload_types } = await step('status', { uid })
    const content = pngOf(400, 400).toString('base64')
    const types = required_upload_types as string[]
    for (const _ of ['rejected', 'accepted']) {
      await step('attach', { uid, attachments: types.map(type => ({ type, filename: 'page.png', content })) })
      await untilStatus(at, uid, ['documents_needed', 'payment_needed', 'waiting_on_carrier', 'bound'])
    }
    await untilStatus(at, uid, ['bound'])
    within('umbrella', await step('status', { uid }))
    const all = said.reduce((sum: number, body) => sum + tokens(body), 0)
    console.log(`umbrella, from draft to policy: ${all} of 9000 tokens in ${said.length} answers`)
    expect(all).toBeLessThanOrEqual(9000)
  })

  test('more of it comes on request, and less', async () => {
    const { key, uid: owner } = await newOperator(resting)
    const { uid } = (await umbrellaIn(resting, { owner, status: 'waiting_on_carrier' })).intake
    const at = { url: resting.url, key }
    const lean = (await umbrellaCall(at, 'status', { uid })).body
    const some = (await umbrellaCall(at, 'status', { uid, expand: 'known_summary,selected_offer' })).body
    expect(Object.keys(some).filter(name => !(name in lean))).toEqual(['known_summary', 'selected_offer'])
    const all = (await umbrellaCall(at, 'status', { uid, expand: 'all' })).body
    expect(all).toMatchObject({ ...some, unrecognized_fields: [], poll_request: { body: { uid } } })
    const least = await umbrellaCall(at, 'status', { uid }, { prefer: 'wait=0, return=minimal' })
    expect(least.headers.get('preference-applied')).toContain('return=minimal')
    expect(least.body).not.toHaveProperty('agent_instructions')
    expect(least.body).toMatchObject({ uid, status: 'waiting_on_carrier', next_action: lean.next_action })
    expect((await umbrellaCall(at, 'status', { uid, expand: 'policies' })).body).toMatchObject({
      error: 'invalid_request',
      fields: [{ path: 'expand' }],
    })
  })
})
