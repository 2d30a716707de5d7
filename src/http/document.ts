import type { Budget } from './budget.ts'
import type { RequestFacts, Surface } from './operation.ts'

/** Something to read rather than to call: a page, a style sheet, a published contract. */
export type Document = {
  type: string
  body: string
  status?: number
  headers?: Record<string, string>
}

export type DocumentRequest = RequestFacts & {
  nonce: string
  host: string
  params: Record<string, string>
  /** As the URL has it: a name that is given twice comes as a list. */
  query: Record<string, string | string[]>
}

export type DocumentRow<A> = {
  path: string
  /** Pages carry no version headers and have a content security policy that lets them be drawn. */
  page: boolean
  /** Named in the published contract, or null for what only people and machines of ours read. */
  contract: { surface: Surface; id: string; summary: string; tag: string; types: readonly string[] } | null
  /** How often one address may read it; for documents that cost something to make. */
  budget?: Budget
  respond(app: A, request: DocumentRequest): Promise<Document> | Document
}

export const json = (body: unknown, status = 200): Document => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
  status,
})
