import { expect, test } from 'vitest'
import { throughPrism } from '../../support/contract/through-prism.ts'
import { call } from '../../support/people/client.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

throughPrism()

test('journeys go through a proxy that knows the contract, and sees where it is broken', async () => {
  const service = await serviceForThisTest({ work: false })
  const prefill = `${service.url}/api/consumer/umbrella/prefill`
  const wrong = await call(prefill, { body: { intake: { full_name: 7 }, sandbox: 'yes' } })
  expect(wrong.status).toBe(400)
  const violations = JSON.parse(String(wrong.headers.get('sl-violations'))) as { location: string[] }[]
  expect(violations.map(({ location }) => location.join('.'))).toContain('request.body.sandbox')
  const right = await call(prefill, { body: { intake: { full_name: 'Ada Park' }, sandbox: true } })
  expect(right.status).toBe(200)
  expect(right.headers.has('sl-violations')).toBe(false)
})
