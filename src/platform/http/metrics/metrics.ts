import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countersText } from '../../lib/counters.ts'
import { lazily } from '../../lib/lazily.ts'
import type { Log } from '../../lib/log.ts'

type Observation = { method: string; route: string; status: number; ms: number }

type Series = Pick<Observation, 'method' | 'status'> & { counts: number[]; seconds: number }

const NAME = 'bindery_http_request_seconds'
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

const linesOf = (route: string, { method, status, counts, seconds }: Series): string[] => {
  const labels = `method="${method}",route="${route}",status="${status}"`
  let sum = 0
  const buckets = [...BOUNDS, '+Inf'].map((bound, at) => {
    sum += counts[at] ?? 0
    return `${NAME}_bucket{le="${bound}",${labels}} ${sum}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${seconds}`, `${NAME}_count{${labels}} ${sum}`]
}

export class Durations {
  readonly #routes = new Map<string, Series[]>()

  observe({ method, route, status, ms }: Observation): void {
    const series = this.#seriesOf(method, route, status)
    const seconds = ms / 1000
    const over = BOUNDS.findIndex(bound => seconds <= bound)
    const at = over === -1 ? BOUNDS.length : over
    series.counts[at] = (series.counts[at] ?? 0) + 1
    series.seconds += seconds
  }

  #seriesOf(method: string, route: string, status: number): Series {
    const known = this.#routes.get(route) ?? []
    const found = known.find(series => series.status === status && series.method === method)
    if (found) return found
    const made = { method, status, counts: [...BOUNDS, Number.POSITIVE_INFINITY].map(() => 0), seconds: 0 }
    this.#routes.set(route, [...known, made])
    return made
  }

  text(): string {
    const lines = [...this.#routes].flatMap(([route, known]) =>
      known.flatMap(series => linesOf(route, series)),
    )
    const help = `# HELP ${NAME} How long requests took, by method, route and status.`
    return [help, `# TYPE ${NAME} histogram`, ...lines, ''].join('\n')
  }
}

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
