import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { createMetrics } from './metrics.ts'

const log = createLog('silent')

const startedBy = (act: () => void): string[] => {
  const types: string[] = []
  const hook = createHook({ init: (_id, type) => void types.push(type) }).enable()
  act()
  hook.disable()
  return types
}

test('the services of a process share its metrics, and each has gauges of its own', async () => {
  const first = createMetrics(log)
  const started = startedBy(() => createMetrics(log))
  expect(started).not.toContain('ELDHISTOGRAM')

  const second = createMetrics(log)
  first.gauge('of_the_first', 'Only there.', () => 1)
  second.gauge('of_the_second', 'Only there.', () => 2)
  const [of, other] = [await first.text(), await second.text()]
  for (const name of [
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_gc_duration_seconds',
  ])
    for (const text of [of, other]) expect(text.split(`# TYPE ${name} `)).toHaveLength(2)
  expect(of).toContain('of_the_first 1\n')
  expect(of).not.toContain('of_the_second')
  expect(other).toContain('of_the_second 2\n')
})
