import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startSimulator } from '../../../src/doors/cli/carrier/simulator.ts'
import { CARRIER_SECRET } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

test('a simulated carrier that answers everything later, and twice, sells one policy', async () => {
  const simulator = await startSimulator({
    port: 0,
    secret: CARRIER_SECRET,
    knobs: ['pending', 'bind_pending', 'twice'],
    eventDelayMs: 200,
    eventRetryMs: 50,
  })
  onTestFinished(() => simulator.stop())
  const service = await serviceForThisTest({
    env: {
      RATE_LIMITS: 'off',
      DEMO_CARRIERS: 'off',
      CARRIERS_FILE: carriersFile([{ id: 'far', url: `${simulator.url}/homeowners` }]),
    },
  })
  simulator.sendEventsTo(`${service.url}/carriers/far/events`)
  const key = await getKey(service.url, newEmail())
  const sent = await quotesCall(service.url, key, {
    intake: completeIntake(),
    credit_check_authorized: true,
  })
  const uid = String(sent.body.uid)
  const quoted = await untilQuoted(service.url, key, uid)
  expect(quoted.body.offers).toMatchObject([{ carrier: 'The far carrier' }])
  const ada = asHomeowner(service, uid)
  await ada.selectBest()
  await ada.confirmAll()
  await ada.sign()
  await ada.untilAt('bound')
  expect(new Set(simulator.orders).size).toBe(1)
  expect(simulator.policies).toHaveLength(1)
  expect(await query(service.databaseUrl, 'select policy_number from policies')).toEqual([
    { policy_number: simulator.policies[0] },
  ])
  const { text } = await call(`${service.url}/carriers/openapi.yaml`)
  expect(Object.keys(parse(text).webhooks)).toContain('policy.bound')
})
