import type { HttpReply } from '../../../agency/carriers/endpoint/send.ts'
import { carrierAnswerProblems } from '../../../agency/carriers/openapi/answer-problems.ts'
import type { LineName } from '../../../platform/lines.ts'
import type { Probe } from './probe.ts'

export type RuleVerdict = null | { broken: string } | { skipped: string }

export type ContractRule = {
  name: string
  sentence: string
  only?: 'hasLimit' | 'takesDocuments'
  judge(probe: Probe): Promise<RuleVerdict>
}

export const broken = (how: string): { broken: string } => ({ broken: how })
export const skipped = (why: string): { skipped: string } => ({ skipped: why })

const problemsIn = (text: string, line: LineName): string[] => {
  try {
    return carrierAnswerProblems(Object(JSON.parse(text)), line)
  } catch {
    return []
  }
}

const MOST_NAMED = 5

export const namingFields = (verdict: RuleVerdict, reply: HttpReply, line: LineName): RuleVerdict => {
  if (verdict === null || !('broken' in verdict) || reply.kind === 'failed') return verdict
  const problems = problemsIn(reply.text, line).slice(0, MOST_NAMED)
  return broken([verdict.broken, ...problems.map(problem => `${problem}.`)].join(' '))
}
