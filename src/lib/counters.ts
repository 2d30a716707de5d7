import { Counter, Registry } from 'prom-client'

const registry = new Registry()

export type CountEvent = (value: string) => void

export const counter = (
  name: string,
  help: string,
  { label, values }: { label: string; values: readonly string[] },
): CountEvent => {
  const made = new Counter({ name, help, labelNames: [label], registers: [registry] })
  for (const value of values) made.inc({ [label]: value }, 0)
  return value => made.inc({ [label]: value })
}

export const countersText = (): Promise<string> => registry.metrics()
