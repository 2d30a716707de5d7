import type { Role } from '../../../platform/config/staff-list.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'

const EVERYONE: readonly Role[] = ['viewer', 'agent', 'admin']
const AGENTS: readonly Role[] = ['agent', 'admin']
const ADMINS: readonly Role[] = ['admin']

const PERMISSIONS = {
  see_work: EVERYONE,
  do_work: AGENTS,
  open_document: EVERYONE,
  see_customers: EVERYONE,
  correct_customer: AGENTS,
  import_book: ADMINS,
  write_note: AGENTS,
  export_audit: ADMINS,
  see_operators: EVERYONE,
  decide_operators: ADMINS,
  see_stops: EVERYONE,
  set_stops: AGENTS,
  see_records: EVERYONE,
  manage_records: ADMINS,
  see_money: AGENTS,
  handle_money: AGENTS,
  move_money: ADMINS,
  pay_carriers: ADMINS,
  close_books: ADMINS,
  accept_credit: ADMINS,
  /** Also agents, where REFUNDS_BY says so. */
  refund: ADMINS,
  see_health: EVERYONE,
  retry: AGENTS,
  close_failed: ADMINS,
  see_own_account: EVERYONE,
  manage_staff: ADMINS,
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof PERMISSIONS

export const actions = keysOf(PERMISSIONS)

export const mayDo = (role: Role, action: Action): boolean => PERMISSIONS[action].includes(role)

export const staffMay = ({ role, mayRefund }: { role: Role; mayRefund: boolean }, action: Action): boolean =>
  action === 'refund' ? mayRefund : mayDo(role, action)
