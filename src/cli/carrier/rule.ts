import type { Probe } from './probe.ts'
import type { Line } from './simulated-quote.ts'

export type Verdict = null | { broken: string } | { skipped: string }

export type Rule = {
  name: string
  sentence: string
  line?: Line
  judge(probe: Probe): Promise<Verdict>
}

export const broken = (how: string): { broken: string } => ({ broken: how })
export const skipped = (why: string): { skipped: string } => ({ skipped: why })
