import type { App } from '../app.ts'
import type { DocumentRecord } from '../documents/documents.ts'

/** What staff need to know about an intake, and what they may ask for now. */
export type IntakeSummary = {
  facts: { label: string; value: string }[]
  askable: { field: string; label: string }[]
}

/** An open question, asked by a carrier or by the agency itself. */
export type DeskInfoRequest = { uid: string; question: string; since: Date; by: 'carrier' | 'agency' }

/** Without fields, the buyer answers in writing. */
export type DeskQuestion = { uid: string; question: string; fields: readonly string[] }

/**
 * What a line offers to the desk. Each call runs in one transaction with its audit entry, and the line changes its
 * intake with its own writer. A settled payment reaches the line through the job that it named.
 */
export type DeskHandlers = {
  describe(app: App, uid: string): Promise<IntakeSummary>
  documentReviewed(app: App, document: DocumentRecord, actor: string): Promise<void>
  /** False when it is too late to ask. */
  infoAsked(app: App, question: DeskQuestion, actor: string): Promise<boolean>
  infoRequests(app: App, limit: number): Promise<{ count: number; requests: DeskInfoRequest[] }>
  infoAnswered(app: App, answered: { uid: string; answer: string }, actor: string): Promise<void>
}
