import type { App } from '../app.ts'
import type { DocumentRecord } from '../documents/documents.ts'

/** What staff must know about an intake to judge something that belongs to it, and what they may ask for: nothing now, if empty. */
export type About = {
  facts: { label: string; value: string }[]
  askable: { field: string; label: string }[]
}

/** An intake that waits for an answer: to a carrier, or to the agency itself, which may settle it too. */
export type InfoRequest = { uid: string; question: string; since: Date; by: 'carrier' | 'agency' }

/** Asked from the desk. Without fields the answer comes in words. */
export type Question = { uid: string; question: string; fields: readonly string[] }

/**
 * What a line offers to the desk. Each act runs in one transaction with the audit entry that tells of it; a line moves
 * its intake there, by its own writer. That a payment was settled a line hears by the job that it named.
 */
export type DeskHandlers = {
  describe(app: App, uid: string): Promise<About>
  /** A person has accepted or rejected it. */
  documentReviewed(app: App, document: DocumentRecord, actor: string): Promise<void>
  /** False: it is too late to ask. */
  infoAsked(app: App, question: Question, actor: string): Promise<boolean>
  infoRequests(app: App, limit: number): Promise<{ count: number; requests: InfoRequest[] }>
  infoAnswered(app: App, answered: { uid: string; answer: string }, actor: string): Promise<void>
}
