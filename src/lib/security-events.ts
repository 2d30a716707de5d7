import { counter } from './counters.ts'
import type { Log } from './log.ts'

export type SecurityEvent =
  | 'budget_exhausted'
  | 'code_locked'
  | 'replay_refused'
  | 'credential_refused'
  | 'scope_refused'
  | 'secret_refused'
  | 'audit_chain_broken'

const count = counter('bindery_security_events_total', 'Events that may be part of an attack.', 'event')

/** Facts name places and ids, never people, keys or codes. */
export const noteSecurityEvent = (log: Log, event: SecurityEvent, facts: object = {}): void => {
  count(event)
  log.warn({ security_event: event, ...facts }, 'security event')
}
