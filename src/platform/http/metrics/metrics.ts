import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countersText } from '../../lib/counters.ts'
import { lazily } from '../../lib/lazily.ts'
import type { Log } from '../../lib/log.ts'
import { Durations, type Observation } from './durations.ts'

export type Metrics = {
  observe(observation: Observation): void
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  gauges(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void
  text(): Promise<string>
  type: string
}

// The library never stops its timer and its observer, so all services of a process share them.
const ofTheProcess = lazily(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
})

const readerOf =
  (log: Log) =>
  async <T>(name: string, read: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      log.warn({ metric: name, err: error }, 'metric not read')
      return otherwise
    }
  }

export const createMetrics = (log: Log): Metrics => {
  const valueOr = readerOf(log)
  const registry = Registry.merge([ofTheProcess()])
  const durations = new Durations()
  return {
    observe: observation => durations.observe(observation),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await valueOr(name, read, Number.NaN))
        },
      })
    },
    gauges: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset()
          for (const [value, number] of await valueOr(name, read, new Map()))
            this.set({ [label]: value }, number)
        },
      })
    },
    text: async () => `${await registry.metrics()}\n${await countersText()}\n${durations.text()}`,
    type: registry.contentType,
  }
}
