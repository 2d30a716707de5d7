import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getKey, newEmail } from '../../test/support/people/client.ts'
import { completeIntake } from '../../test/support/people/homeowner-applications.ts'
import { bindAnswers, completeHousehold } from '../../test/support/people/umbrella-applications.ts'
import { until } from '../../test/support/runs/until.ts'
import { startTestService, type TestService } from '../../test/support/servers/service.ts'
import { answerOf, BinderyError, createBindery } from './client.ts'
import { waitForHomeownersQuotes, waitForUmbrellaQuotes } from './wait-for-quotes.ts'

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

describe('against the service', () => {
  test('a home is quoted', async () => {
    const bindery = createBindery({ url: service.url, key })
    const { uid } = answerOf(
      await bindery.POST('/api/agent/homeowners/quotes', {
        body: { intake: completeIntake(), credit_check_authorized: true, sandbox: true },
      }),
    )
    const { status, offers = [] } = await waitForHomeownersQuotes(bindery, uid)
    expect(status).toBe('quoted')
    expect(offers.length).toBeGreaterThan(0)
  })

  test('a verb sends one object and returns the body, and an unknown field does not compile', async () => {
    const bindery = createBindery({ url: service.url, key })
    const { uid } = await bindery.umbrella.draft({ intake: completeHousehold(), sandbox: true })
    expect(await bindery.umbrella.getStatus({ uid })).toMatchObject({ uid, sandbox: true })
    expect((await bindery.changes.list()).changes).toContainEqual(expect.objectContaining({ uid }))
    // @ts-expect-error
    const typo = () => bindery.umbrella.draft({ intake: { ful_name: 'Ada Park' } })
    expect(typo).toBeTypeOf('function')
    await expect(bindery.key.revoke({ key_id: 'key_unknown' })).rejects.toMatchObject({ status: 404 })
  })

  test('an umbrella is bought, from the draft to the policy', async () => {
    const bindery = createBindery({ url: service.url, key })
    const { uid, review_token = '' } = answerOf(
      await bindery.POST('/api/agent/umbrella/draft', {
        body: { intake: completeHousehold(bindAnswers()), sandbox: true },
      }),
    )
    await bindery.POST('/api/agent/umbrella/quotes', {
      body: { uid, review_token, review_confirmed: true },
    })
    const { status, offers = [] } = await waitForUmbrellaQuotes(bindery, uid)
    expect(status).toBe('quoted')
    // A carrier that collects documents and payment itself.
    const chosen = offers.find(({ carrier }) => carrier.includes('Marrowby'))
    const selected = answerOf(
      await bindery.POST('/api/agent/umbrella/select', {
        body: {
          uid,
          selection_token: chosen?.selection_token ?? '',
          selection_confirmed: true,
          credit_consent: { answer: 'Yes', collected_from_user: true },
        },
      }),
    )
    expect(selected.status).toBe('ready_to_finalize')
    answerOf(await bindery.POST('/api/agent/umbrella/bind', { body: { uid, bind_confirmed: true } }))
    const policy = await until(async () => {
      const seen = answerOf(await bindery.POST('/api/agent/umbrella/status', { body: { uid } }))
      return seen.status === 'bound' ? seen.policy : null
    })
    expect(policy?.carrier).toContain('Marrowby')
  })

  test('a shopper needs no key: the token of the latest answer goes into the next call', async () => {
    const bindery = createBindery({ url: service.url })
    const { uid, intake_access_token } = answerOf(
      await bindery.POST('/api/consumer/homeowners/prefill', {
        body: { intake: completeIntake(), sandbox: true },
      }),
    )
    const issues = answerOf(
      await bindery.GET('/api/intake/{uid}/issues', {
        params: { path: { uid } },
        headers: { Authorization: `Bearer ${intake_access_token}` },
      }),
    )
    expect(issues).toMatchObject({ uid, status: 'needs_more_info' })
  })

  test('a refusal is an error that names the field', async () => {
    const bindery = createBindery({ url: service.url, key })
    const refused = bindery
      .POST('/api/agent/calculators/home', { body: { zip: '94110', home_sqft: 1 } })
      .then(answerOf)
    await expect(refused).rejects.toBeInstanceOf(BinderyError)
    await expect(refused).rejects.toMatchObject({
      status: 400,
      failure: { error: 'invalid_request', fields: [{ path: 'home_sqft' }] },
    })
  })
})
