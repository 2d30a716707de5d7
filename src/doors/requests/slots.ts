import { DAY } from '../../platform/lib/clock.ts'

export const REQUESTS_KEPT = 30 * DAY

const SLOT_DAYS = 5
const SLOTS = 8

const blockOf = (at: Date): number => Math.floor(at.getTime() / (SLOT_DAYS * DAY))

export const slotOf = (at: Date): number => blockOf(at) % SLOTS

/** Its rows are all older than 30 days, and it is the next one to be filled. */
export const endedSlot = (now: Date): number => (blockOf(now) + 1) % SLOTS
