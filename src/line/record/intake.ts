import type { AuditHead } from '../../audit/chain.ts'

/** An application on its way to a policy. `Application` is the line's own; here it is only carried. */
export type Intake<Status extends string, Application> = {
  uid: string
  /** The name of its line. */
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
  /** When its personal data went away; null again once somebody begins anew. */
  erasedAt: Date | null
  head: AuditHead
}
