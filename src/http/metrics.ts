import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Observation = { method: string; route: string; status: number; ms: number }

export type Metrics = {
  observe(observation: Observation): void
  /** A number that is read when somebody looks. */
  gauge(name: string, help: string, read: () => Promise<number>): void
  text(): Promise<string>
  type: string
}

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'bindery_http_request_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  })
  // Looking up the labels costs more than counting: each combination is looked up once.
  const known = new Map<string, { observe(value: number): void }>()
  const seriesOf = ({ method, route, status }: Observation) => {
    const name = `${method} ${route} ${status}`
    const found = known.get(name) ?? duration.labels(method, route, String(status))
    known.set(name, found)
    return found
  }
  return {
    observe: observation => seriesOf(observation).observe(observation.ms / 1000),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // A number that cannot be had must not cost the others, least of all during an incident.
          this.set(await read().catch(() => Number.NaN))
        },
      })
    },
    text: () => registry.metrics(),
    type: registry.contentType,
  }
}
