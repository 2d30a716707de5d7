import { counter } from '../../lib/counters.ts'
import type { Log } from '../../lib/log.ts'

const EVENTS = {
  budget_spent: 'A caller used up a budget.',
  locked_out: 'A caller failed too often and has to wait.',
  codes_locked: 'Too many wrong one-time codes.',
  replay_refused: 'An Idempotency-Key of another credential was used.',
  reader_cut_off: 'A client did not read its answer.',
  sender_cut_off: 'A client sent an upload too slowly.',
  share_used_up: 'A caller wanted more than its share of uploads or PDF readers.',
} as const

export type SecurityEvent = keyof typeof EVENTS

const count = counter('bindery_security_events_total', 'Refusals that may be an attack, by event.', {
  label: 'event',
  values: Object.keys(EVENTS),
})

/** A line for the log and a number for the metrics. `facts` hold no personal data: routes and request ids. */
export const noteSecurityEvent = (
  { log }: { log: Log },
  event: SecurityEvent,
  facts: Readonly<Record<string, string | number | undefined>> = {},
): void => {
  count(event)
  log.warn({ security_event: event, ...facts }, EVENTS[event])
}
