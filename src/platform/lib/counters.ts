import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()

type Labels<L extends string> = Record<L, string>
type Metric<L extends string> = { name: string; help: string; labels: readonly L[] }

const base = ({ name, help, labels }: Metric<string>) => ({
  name,
  help,
  labelNames: [...labels],
  registers: [registry],
})

/** `known` label values start at zero, so that an alert sees the first event. */
export const counter = <L extends string>(
  metric: Metric<L> & { known?: readonly Labels<L>[] },
): ((labels: Labels<L>) => void) => {
  const made = new Counter(base(metric))
  for (const labels of metric.known ?? []) made.inc(labels, 0)
  return labels => made.inc(labels)
}

export const gauge = <L extends string>(metric: Metric<L>): ((labels: Labels<L>, value: number) => void) => {
  const made = new Gauge(base(metric))
  return (labels, value) => made.set(labels, value)
}

export const histogram = <L extends string>(
  metric: Metric<L> & { bucketsSeconds: readonly number[] },
): ((labels: Labels<L>, seconds: number) => void) => {
  const made = new Histogram({ ...base(metric), buckets: [...metric.bucketsSeconds] })
  return (labels, seconds) => made.observe(labels, seconds)
}

export const countersText = (): Promise<string> => registry.metrics()
