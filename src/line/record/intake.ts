import type { AuditHead } from '../../audit/chain.ts'

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
  /** Until the transaction ends, what its row in the feed repeats although the status stays. Never stored. */
  statedAgain?: readonly string[] | 'all'
}
