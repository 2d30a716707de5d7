import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'

const LONGEST_SECONDS = 25
const LOOK_EVERY_MS = 100

/** RFC 7240: `Prefer: wait=10`. Null when nothing of the kind was asked for. */
export const preferredWait = ({ headers: { prefer } }: FastifyRequest): number | null => {
  const text = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')
  const asked = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i.exec(text)?.[1]
  return asked === undefined ? null : Math.min(Number(asked), LONGEST_SECONDS)
}

type Held<T> = {
  first: T
  look: () => Promise<T> | T
  stateOf: (seen: T) => string | null
  stopping: () => boolean
}

/** Looks again until the state is another one, the time is over, or the service stops. It still is polling. */
export const holdWhileUnchanged = async <T>(
  seconds: number,
  { first, look, stateOf, stopping }: Held<T>,
): Promise<T> => {
  const state = stateOf(first)
  const deadline = performance.now() + seconds * 1000
  let seen = first
  while (state !== null && stateOf(seen) === state && performance.now() < deadline && !stopping()) {
    await setTimeout(LOOK_EVERY_MS)
    seen = await look()
  }
  return seen
}
