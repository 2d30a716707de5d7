import type { App } from '../app.ts'
import type { DocumentRecord } from '../documents/documents.ts'
import type { LineName } from '../line/intake.ts'

/** What staff must know about an intake to judge something that belongs to it. */
export type IntakeFacts = { label: string; value: string }[]

/** An intake that waits for an answer from the agency. */
export type InfoRequest = { uid: string; question: string; since: Date }

/**
 * What a line offers to the desk. Each act runs in one transaction with the audit entry that tells of it; a line moves
 * its intake there, by its own writer. That a payment was settled a line hears by the job that it named.
 */
export type DeskHandlers = {
  describe(app: App, uid: string): Promise<IntakeFacts>
  /** A person has accepted or rejected it. */
  documentReviewed(app: App, document: DocumentRecord, actor: string): Promise<void>
  infoRequests(app: App, limit: number): Promise<{ count: number; requests: InfoRequest[] }>
  infoAnswered(app: App, answered: { uid: string; answer: string }, actor: string): Promise<void>
}

export type DeskLines = Partial<Record<LineName, DeskHandlers>>
