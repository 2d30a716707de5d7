import { Counter, Registry } from 'prom-client'

/** Counts of the whole process, beside the metrics of each server. */
const registry = new Registry()

export type Counted = (value: string) => void

export const counter = (name: string, help: string, label: string): Counted => {
  const made = new Counter({ name, help, labelNames: [label], registers: [registry] })
  return value => made.inc({ [label]: value })
}

export const countersText = (): Promise<string> => registry.metrics()
