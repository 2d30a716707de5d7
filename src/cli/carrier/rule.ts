import type { LineName } from '../../lines.ts'
import type { Probe } from './probe.ts'

export type RuleVerdict = null | { broken: string } | { skipped: string }

export type ContractRule = {
  name: string
  sentence: string
  line?: LineName
  judge(probe: Probe): Promise<RuleVerdict>
}

export const broken = (how: string): { broken: string } => ({ broken: how })
export const skipped = (why: string): { skipped: string } => ({ skipped: why })
