import type { App } from '../app.ts'
import type { DocumentRecord } from '../documents/documents.ts'

export type IntakeSummary = {
  facts: { label: string; value: string }[]
  /** The application, with who stated each answer. */
  answers: { label: string; value: string; source: string }[]
  askable: { field: string; label: string }[]
}

export type DeskInfoRequest = { uid: string; question: string; since: Date; by: 'carrier' | 'agency' }

export type DeskQuestion = { uid: string; question: string; fields: readonly string[] }

/** What a line provides to the desk. Each call runs in one transaction with its audit entry. */
export type DeskHandlers = {
  describe(app: App, uid: string): Promise<IntakeSummary>
  documentReviewed(app: App, document: DocumentRecord, actor: string): Promise<void>
  /** False when it is too late to ask. */
  infoAsked(app: App, question: DeskQuestion, actor: string): Promise<boolean>
  infoRequests(app: App, limit: number): Promise<{ count: number; requests: DeskInfoRequest[] }>
  infoAnswered(app: App, answered: { uid: string; answer: string }, actor: string): Promise<void>
}
