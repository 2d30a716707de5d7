import { counter } from './counters.ts'
import type { Log } from './log.ts'

const EVENTS = {
  budget_spent: 'A caller used up a budget.',
  locked_out: 'A caller failed too often and has to wait.',
  codes_locked: 'Too many wrong one-time codes.',
  recovery_code_used: 'A staff member signed in with a recovery code instead of the authenticator app.',
  email_suppressed: 'A recipient or an operator reached the limit of emails in a day.',
  credential_refused: 'A credential is unknown, expired or revoked.',
  scope_refused: 'A credential does not reach this operation.',
  replay_refused: 'An Idempotency-Key of another credential was used, and its response is not for this one.',
  reader_cut_off: 'A client did not read its response.',
  sender_cut_off: 'A client sent an upload too slowly.',
  share_used_up: 'A caller wanted more than its share of uploads or PDF readers.',
  webhook_refused: 'A webhook of the payment provider has no valid signature.',
  secret_refused: 'SECRET_KEY does not open the stored data.',
  row_seal_broken: 'A stored row was changed outside the service.',
  audit_chain_broken: 'An audit chain was tampered with.',
} as const

export type SecurityEvent = keyof typeof EVENTS

const count = counter({
  name: 'bindery_security_events_total',
  help: 'Events that may be part of an attack.',
  labels: ['event'],
  known: Object.keys(EVENTS).map(event => ({ event })),
})

/** Facts hold places and IDs, never people, keys or codes. */
export const noteSecurityEvent = ({ log }: { log: Log }, event: SecurityEvent, facts: object = {}): void => {
  count({ event })
  log.warn({ security_event: event, ...facts }, EVENTS[event])
}
