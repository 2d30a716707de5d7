import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countersText } from '../../lib/counters.ts'
import { Durations, type Observation } from './durations.ts'

export type Metrics = {
  observe(observation: Observation): void
  gauge(name: string, help: string, read: () => Promise<number>): void
  text(): Promise<string>
  type: string
}

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Durations()
  return {
    observe: observation => durations.observe(observation),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read().catch(() => Number.NaN))
        },
      })
    },
    text: async () => `${await registry.metrics()}\n${await countersText()}\n${durations.text()}`,
    type: registry.contentType,
  }
}
