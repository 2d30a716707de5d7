import { fail } from '../../errors.ts'
import { whatToDo } from '../operator/session-words.ts'
import { whatShopperDoes } from '../shopper/words.ts'
import type { UmbrellaIntake } from './intake.ts'

/** For what cannot be changed in this state: how it is changed all the same. A shopper's PATCH ends with the review. */
export const howToChange = ({ owner }: Pick<UmbrellaIntake, 'owner'>): string =>
  owner === null
    ? 'start anew with POST /api/consumer/umbrella/prefill'
    : 'send a draft (POST /api/agent/umbrella/draft), which is then reviewed and quoted again'

/** What takes the purchase on from here, for whoever calls. */
export const whatNext = ({ status, owner }: Pick<UmbrellaIntake, 'status' | 'owner'>): string =>
  owner === null ? whatShopperDoes(status) : whatToDo(status)

/** A call that would be right in another state: what is so, and what to do instead. */
export const refuseHere = (intake: Pick<UmbrellaIntake, 'status' | 'owner'>, sentence: string): never =>
  fail('conflict', { message: `${sentence} ${whatNext(intake)}`, current_status: intake.status })
