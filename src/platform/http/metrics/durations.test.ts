import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { Durations } from './metrics.ts'

const observations = [
  { method: 'POST', route: '/a', status: 200, ms: 0 },
  { method: 'POST', route: '/a', status: 200, ms: 2 },
  { method: 'POST', route: '/a', status: 200, ms: 2.1 },
  { method: 'POST', route: '/a', status: 429, ms: 30_000 },
  { method: 'GET', route: '/a', status: 200, ms: 30_001 },
  { method: 'GET', route: '/b/:uid', status: 404, ms: 999 },
]

test('durations read as those of the Prometheus library', async () => {
  const registry = new Registry()
  const theirs = new Histogram({
    name: 'bindery_http_request_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  })
  const ours = new Durations()
  for (const { ms, status, ...labels } of observations) {
    theirs.observe({ ...labels, status }, ms / 1000)
    ours.observe({ ...labels, status, ms })
  }
  expect(ours.text()).toBe(await registry.metrics())
})
