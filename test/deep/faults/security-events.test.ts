import { expect, test } from 'vitest'
import { call, newEmail } from '../../support/people/client.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

test('locked codes, refused credentials and spent budgets are log lines and metrics, without anyone’s data', async () => {
  const adminPort = String(await freePort())
  const { url, log } = await serviceForThisTest({
    env: { ADMIN_PORT: adminPort, RATE_LIMITS: 'key_request=1/60' },
    work: false,
  })
  const email = newEmail()
  const confirm = () => call(`${url}/api/agent/key/confirm`, { body: { email, otp: '000000' } })
  for (let wrong = 0; wrong < 5; wrong++) await confirm()
  expect((await confirm()).body.error).toBe('too_many_attempts')
  const key = 'not-a-key-of-anyone'
  expect((await call(`${url}/api/agent/key/rotate`, { method: 'POST', key })).status).toBe(401)
  const request = () => call(`${url}/api/agent/key/request`, { body: { email } })
  await request()
  expect((await request()).body.error).toBe('rate_limited')
  const events = log.filter(line => line.includes('"security_event"'))
  const { text } = await call(`http://127.0.0.1:${adminPort}/metrics`)
  for (const event of ['codes_locked', 'credential_refused', 'budget_spent']) {
    expect(events.some(line => line.includes(`"security_event":"${event}"`))).toBe(true)
    expect(text).toMatch(new RegExp(`bindery_security_events_total\\{event="${event}"\\} [1-9]`))
  }
  for (const line of events) {
    expect(line).not.toContain(email)
    expect(line).not.toContain(key)
  }
})
