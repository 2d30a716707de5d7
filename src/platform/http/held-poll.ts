import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { budgetSubjects, type Context, requestFactsOf } from './admission.ts'
import { Answer } from './answer.ts'
import type { CallerBase, PipelineApp } from './operation.ts'

const LONGEST_SECONDS = 25
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 500
const GROWTH = 1.5

/** RFC 7240: `Prefer: wait=10`. */
const preferredWait = ({ headers: { prefer } }: FastifyRequest): number | null => {
  const text = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')
  const asked = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i.exec(text)?.[1]
  return asked === undefined ? null : Math.min(Number(asked), LONGEST_SECONDS)
}

type Held = {
  look: () => unknown
  stateOf: (seen: unknown) => string | null
  versionOf: () => Promise<unknown>
  draining: () => boolean
  hungUp: () => boolean
  onHeld: () => void
}

/** Reads the version first, so no change is missed. The last look shows facts that the version does not count. */
const holdWhileUnchanged = async (
  seconds: number,
  { look, stateOf, versionOf, draining, hungUp, onHeld }: Held,
): Promise<unknown> => {
  const deadline = performance.now() + seconds * 1000
  const isOver = () => performance.now() >= deadline || draining()
  let version = await versionOf()
  let seen = await look()
  const state = stateOf(seen)
  let pause = FIRST_PAUSE_MS
  let over = isOver()
  if (state !== null && !over) onHeld()
  while (state !== null && stateOf(seen) === state && !over) {
    await setTimeout(Math.min(pause, deadline - performance.now()))
    if (hungUp()) break
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)
    const now = await versionOf()
    over = isOver()
    if (now !== version || over) seen = await look()
    version = now
  }
  return seen
}

type Looking = { caller: CallerBase; input: Record<string, unknown>; look: () => unknown }

const refuseRevoked = async <A extends PipelineApp>(
  { app, row: { guard, tag } }: Context<A>,
  request: FastifyRequest,
): Promise<void> => {
  const caller = await guard.identify(app, requestFactsOf(request), tag)
  if ('refusal' in caller) throw caller.refusal
}

export const lookOrHold = <A extends PipelineApp>(
  context: Context<A>,
  { request, raw }: FastifyReply,
  { caller, input, look }: Looking,
): unknown => {
  const { app, row, draining, held } = context
  const { waits } = row.operation
  const seconds = waits ? preferredWait(request) : null
  const leave = seconds === null ? null : held.enter(budgetSubjects(request))
  if (!waits || seconds === null || !leave) return look()
  const hungUp = () => raw.destroyed
  let isHeld = false
  const answer = async (): Promise<unknown> => {
    const seen = await holdWhileUnchanged(seconds, {
      look,
      stateOf: seen => waits.stateOf(seen instanceof Answer ? seen.body : seen),
      versionOf: () => waits.versionOf(app, input, caller),
      draining,
      hungUp,
      onHeld: () => {
        isHeld = true
        request.call?.headers.push('preference-applied', `wait=${seconds}`)
      },
    })
    if (isHeld) await refuseRevoked(context, request)
    return seen
  }
  return answer().finally(() => {
    leave()
    if (hungUp()) app.log.info({ request_id: request.id, route: row.path }, 'the caller hung up')
  })
}
