import type { AuditHead } from '../../audit/chain.ts'

export type LineName = 'homeowners' | 'umbrella'

/** An application on its way to a policy. `Application` is the line's own; here it is only carried. */
export type Intake<Status extends string, Application> = {
  uid: string
  line: LineName
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
