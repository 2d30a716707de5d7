import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, later } from '../../../src/platform/lib/clock.ts'
import { dayIn } from '../../../src/platform/lib/local-day.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  key = (await newOperator(service)).key
})
afterAll(() => service.stop())

const estimate = { source: 'listing', confidence: 'low' }

test('estimates can be an object with an entry for each field, in both lines', async () => {
  const drafted = await umbrellaCall({ url: service.url, key }, 'draft', {
    intake: completeHousehold(),
    field_estimates: { jet_skis: estimate },
    credit_consent_pending: true,
  })
  expect(drafted).toMatchObject({
    status: 200,
    body: { field_estimates: expect.arrayContaining([expect.objectContaining({ field: 'jet_skis' })]) },
  })
  const intake = completeIntake({ field_estimates: { roof_date: estimate } })
  const started = await quotesCall(service.url, key, { intake, sandbox: true })
  expect(JSON.stringify(started.body.known_summary)).toContain('"field":"roof_date"')
})

test('the expiration of the policy can be estimated beside the homes', async () => {
  const expires = { policy_expire: dayIn('IL', later(service.app.clock.now(), 60 * DAY)) }
  const intake = completeIntake(
    {},
    { ...expires, field_estimates: [{ field: 'policy_expire', ...estimate }] },
  )
  const { body } = await quotesCall(service.url, key, { intake, sandbox: true })
  expect(body).toMatchObject({
    known_summary: {
      homes: [
        {
          ...expires,
          field_estimates: expect.arrayContaining([
            expect.objectContaining({ field: 'policy_expire', ...estimate }),
          ]),
        },
      ],
    },
  })
  const other = { ...completeIntake(), field_estimates: [{ field: 'full_name', ...estimate }] }
  expect((await quotesCall(service.url, key, { intake: other, sandbox: true })).status).toBe(400)
})

test('an email alone registers an agent, in both versions of the profile', async () => {
  for (const path of ['/agent/auth', '/agent/identity'])
    expect(await call(service.url + path, { body: { email: newEmail() } })).toMatchObject({
      status: 200,
      body: { claim_token: expect.any(String) },
    })
})

test('a Social Security number inside a name is refused, and contacts in metadata are', async () => {
  const named = completeIntake({}, { full_name: 'Ada Park 078-05-1120' })
  expect(await quotesCall(service.url, key, { intake: named, sandbox: true })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'intake.full_name', code: 'forbidden_number' }] },
  })
  for (const note of ['ada@example.com', '(415) 555-0100'])
    expect(
      await quotesCall(service.url, key, { intake: completeIntake(), metadata: { note }, sandbox: true }),
    ).toMatchObject({ status: 400, body: { fields: [{ code: 'personal_data' }] } })
})
