import type { FastifyRequest } from 'fastify'
import { isObject } from '../lib/is-object.ts'
import { Answer } from './answer.ts'

type Body = Readonly<Record<string, unknown>>

export type Lean = {
  leavesOut(body: Body, isPoll: boolean): readonly string[]
  least: readonly string[]
}

const ALL = 'all'

const isMinimal = ({ headers: { prefer } }: FastifyRequest): boolean =>
  prefer !== undefined && /(?:^|[,;\s])return\s*=\s*"?minimal\b/i.test([prefer].flat().join())

const kept = (body: Body, isKept: (name: string) => boolean): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isKept(name)))

const withBody = (outcome: unknown, body: Body): unknown =>
  outcome instanceof Answer ? new Answer(outcome.status, body, outcome.headers) : body

type Asking = { request: FastifyRequest; input: Body; isPoll: boolean }

/** An answer that is said again keeps its lean form. */
export const leaned = (lean: Lean, outcome: unknown, { request, input, isPoll }: Asking): unknown => {
  const body = outcome instanceof Answer ? outcome.body : outcome
  if (!isObject(body)) return outcome
  if (isMinimal(request)) {
    request.call?.headers.push('preference-applied', 'return=minimal')
    return withBody(
      outcome,
      kept(body, name => lean.least.includes(name)),
    )
  }
  const expand = typeof input.expand === 'string' ? input.expand.split(',') : []
  if (expand.includes(ALL)) return outcome
  const brief = (): unknown => {
    const out = lean.leavesOut(body, isPoll).filter(name => !expand.includes(name))
    return out.length === 0
      ? outcome
      : withBody(
          outcome,
          kept(body, name => !out.includes(name)),
        )
  }
  if (!(outcome instanceof Answer) || expand.length > 0) return brief()
  outcome.lean ??= brief() as Answer<unknown>
  return outcome.lean
}
