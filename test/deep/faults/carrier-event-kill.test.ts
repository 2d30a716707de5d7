import { expect, onTestFinished, test } from 'vitest'
import { HOUR } from '../../../src/platform/lib/clock.ts'
import { plusYears } from '../../../src/platform/values/calendar.ts'
import { sendEvent } from '../../support/carriers/carrier-event.ts'
import { startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { hurry } from '../../support/runs/hurry.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { startProcess } from '../../support/servers/process.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

test('kill -9 between an event and its effect: the policy is issued once, and emailed once', async () => {
  const carrier = await startCarrier()
  onTestFinished(() => carrier.close())
  carrier.nextBinds = [
    (response, policy) =>
      response.end(
        JSON.stringify({
          request_id: (policy as { request_id: string }).request_id,
          kind: 'pending',
          expected_by: new Date(Date.now() + 4 * HOUR).toISOString(),
        }),
      ),
  ]
  const databaseUrl = await createDatabase()
  const env = {
    RATE_LIMITS: 'off',
    DEMO_CARRIERS: 'off',
    LOG_LEVEL: 'warn',
    CARRIERS_FILE: carriersFile([{ id: 'far', url: carrier.url }]),
  }
  const options = { databaseUrl, port: await freePort(), env }
  // The homeowner signs at a replica without a worker. The process that takes the event is killed.
  const portal = await serviceForThisTest({ databaseUrl, work: false, env })
  const first = await startProcess(options)
  const key = await getKey(first.url, newEmail())
  const sent = { intake: completeIntake(), credit_check_authorized: true }
  const uid = String((await quotesCall(first.url, key, sent)).body.uid)
  await untilQuoted(first.url, key, uid)
  const ada = asHomeowner(portal, uid)
  await ada.selectBest()
  await ada.confirmAll()
  await ada.sign()
  await until(
    async () =>
      (await query(databaseUrl, 'select from bind_orders where expected_by is not null')).length === 1,
  )
  const [order] = carrier.orders
  if (!order) throw new Error('the carrier has no order')
  const { request_id, annual_price, effective_date } = order.request
  const data = {
    request_id,
    policy_number: 'FAR-POL-9',
    annual_price,
    effective_date,
    expiration_date: plusYears(effective_date, 1),
  }
  const taken = await sendEvent(first, { type: 'policy.bound', data }, { id: 'evt_kill' })
  await first.kill()
  expect(taken).toMatchObject({ status: 200, body: { status: 'taken' } })
  const second = await serviceForThisTest({ databaseUrl, env })
  expect(await sendEvent(second, { type: 'policy.bound', data }, { id: 'evt_kill' })).toMatchObject({
    body: { status: 'repeated' },
  })
  await until(
    async () => {
      await hurry(databaseUrl)
      return (await query(databaseUrl, "select from intakes where status = 'bound'")).length === 1
    },
    { withinMs: 60_000, everyMs: 250 },
  )
  expect(await query(databaseUrl, 'select policy_number from policies')).toEqual([
    { policy_number: 'FAR-POL-9' },
  ])
  expect(await query(databaseUrl, "select from emails where purpose = 'policy_bound'")).toHaveLength(1)
  expect(await query(databaseUrl, 'select from carrier_events')).toHaveLength(1)
})
