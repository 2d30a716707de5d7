import { fail } from '../../errors.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'

/** How one door speaks about a call that does not fit the state. */
export type DoorWords = {
  /** Completes "For another value …": how to change what this state no longer takes. */
  howToChange: string
  whatNext(status: UmbrellaStatus): string
}

/** A call that would be right in another state: what is so, and what to do instead. */
export const refuseHere = (
  { whatNext }: DoorWords,
  { status }: { status: UmbrellaStatus },
  sentence: string,
): never => fail('conflict', { message: `${sentence} ${whatNext(status)}`, current_status: status })
