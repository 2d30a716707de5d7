import type { AuditHead } from '../../../platform/audit/chain.ts'
import type { WaitingOn } from '../wire/waiting-on.ts'
import type { Because } from './change-type.ts'

export type Intake<Status extends string, Application> = {
  uid: string
  line: string
  owner: string | null
  sandbox: boolean
  status: Status
  revision: number
  application: Application
  emailMac: Buffer | null
  consentId: string | null
  version: number
  createdAt: Date
  updatedAt: Date
  submittedAt: Date | null
  erasedAt: Date | null
  head: AuditHead
  /** Of the row as it was read or written last. */
  seal: Buffer
  /** As lists show it. Null for a line that keeps it elsewhere. */
  waitingOn: WaitingOn | null
  /** What the feed repeats in this transaction although its status did not change. Never stored. */
  statedAgain?: readonly string[] | 'all'
  /** What this transaction did, for the feed. Never stored. */
  because?: Because
  /** This transaction began the revision, so no carrier has been asked about it. Never stored. */
  isUnasked?: true
}
