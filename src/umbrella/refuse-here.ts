import { fail } from '../errors.ts'
import type { UmbrellaIntake } from './intake.ts'
import { whatToDo } from './session-words.ts'
import { whatShopperDoes } from './shopper-words.ts'

/** A call that would be right in another state: what is so, and what to do instead. */
export const refuseHere = (
  { status, owner }: Pick<UmbrellaIntake, 'status' | 'owner'>,
  sentence: string,
): never =>
  fail('conflict', {
    message: `${sentence} ${owner === null ? whatShopperDoes(status) : whatToDo(status)}`,
    current_status: status,
  })
