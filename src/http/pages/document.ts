import { createHash } from 'node:crypto'
import type { Budget } from '../budgets/budget.ts'
import type { RequestFacts, Surface } from '../operation.ts'

/** Something to read rather than to call: a page, a style sheet, a published contract. */
export type Document = {
  type: string
  body: string | Buffer
  status?: number
  headers?: Record<string, string>
  /** Set-Cookie lines, as `hostCookie` makes them. */
  cookies?: readonly string[]
  /** Origins other than ours that a form of this page may lead to. */
  formAction?: readonly string[]
}

export type DocumentRequest = RequestFacts & {
  nonce: string
  host: string
  params: Record<string, string>
  /** As the URL has it: a name that is given twice comes as a list. */
  query: Record<string, string | string[]>
  cookies: Readonly<Record<string, string | undefined>>
  /** What a posted form says; empty for a GET. It came from a page of ours: its token and its origin were checked. */
  form: URLSearchParams
  /** Goes into every form as the hidden field `_csrf`. */
  formToken(): string
}

export type DocumentRow<A> = {
  /** POST: a form of one of our pages. */
  method?: 'POST'
  path: string
  /** Pages carry no version headers and have a content security policy that lets them be drawn. */
  page: boolean
  /** Named in the published contract, or null for what only people and machines of ours read. */
  contract: { surface: Surface; id: string; summary: string; tag: string; types: readonly string[] } | null
  /** How often one address may read it; for documents that cost something to make. */
  budget?: Budget
  /** How often a form may be sent with the same content, as far as `by` names it, from one address. */
  formBudget?: Budget & { by: (form: URLSearchParams) => string }
  respond(app: A, request: DocumentRequest): Promise<Document> | Document
}

export const json = (body: unknown, status = 200): Document => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
  status,
})

/** For what is written once and read often: bytes, and a tag by which a reader learns that nothing has changed. */
export const revisable = (type: string, text: string): Document => {
  const body = Buffer.from(text)
  const tag = createHash('sha256').update(body).digest('base64url')
  return { type, body, headers: { etag: `"${tag}"`, 'cache-control': 'no-cache' } }
}

/** After a form: the browser goes on with a GET, so that a reload sends nothing twice. */
export const redirect = (location: string, cookies: readonly string[] = []): Document => ({
  type: 'text/plain; charset=utf-8',
  body: '',
  status: 303,
  headers: { location },
  cookies,
})
