import type { DocumentRecord } from '../../agency/documents/documents.ts'
import type { App } from '../../platform/app.ts'
import type { PageAsked } from '../../platform/db/after-row.ts'
import type { AnswerRow } from './fields/answer-rows.ts'
import type { Task } from './tasks/tasks.ts'

export type IntakeSummary = {
  facts: { label: string; value: string }[]
  answers: { label: string; value: string; source: string }[]
  askable: { field: string; label: string }[]
}

export type DeskInfoRequest = {
  uid: string
  token: string
  question: string
  since: Date
  by: 'carrier' | 'agency'
}

export type DeskInfoAnswer = { uid: string; token?: string | null; answer: string }

type DeskQuestion = { uid: string; question: string; fields: readonly string[] }

/** What a line provides to the desk. Each call runs in one transaction with its audit entry. */
export type DeskHandlers = {
  describe(app: App, uid: string): Promise<IntakeSummary>
  documentReviewed(app: App, document: DocumentRecord, actor: string): Promise<void>
  infoAsked(app: App, question: DeskQuestion, actor: string): Promise<boolean>
  /** `uid`: only of this application. */
  infoRequests(app: App, asked: PageAsked & { uid?: string }): Promise<DeskInfoRequest[]>
  infoRequestCount(app: App): Promise<number>
  infoAnswered(app: App, answered: DeskInfoAnswer, actor: string): Promise<void>
  canEndPurchase(status: string): boolean
  purchaseEnded(app: App, uid: string, actor: string): Promise<void>
}

export type TaskApplication = {
  applicant: string
  place: string
  state: string
  today: string
  creditAllowed: boolean
  sections: { title: string; rows: AnswerRow[] }[]
}

export type MarketDesk = {
  quotable: readonly string[]
  application(app: App, task: Pick<Task, 'uid' | 'item' | 'kind'>): Promise<TaskApplication>
  ordersAsk: boolean
  tellQuestion(app: App, task: Pick<Task, 'uid' | 'carrier_id'>): Promise<void>
}
