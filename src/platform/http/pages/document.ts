import { parse, serialize } from 'cookie'
import { fail } from '../../errors.ts'
import type { Language } from '../../language/language.ts'
import type { Budget } from '../budgets/budget.ts'
import type { PipelineApp, RequestFacts, Surface } from '../operation.ts'
import type { UploadedFiles } from './uploads.ts'

const nameOf = (name: string): string => `__Host-${name}`

export const hostCookie = (name: string, value: string, maxAge?: number): string =>
  serialize(nameOf(name), value, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    ...(maxAge !== undefined && { maxAge }),
  })

export const withoutHostCookie = (name: string): string =>
  serialize(nameOf(name), '', { path: '/', secure: true, httpOnly: true, sameSite: 'lax', maxAge: 0 })

export type Cookies = Readonly<Record<string, string | undefined>>

export const readCookies = (header: string | undefined): Cookies => (header ? parse(header) : {})

export const hostCookieOf = (cookies: Cookies, name: string): string | undefined => cookies[nameOf(name)]

export type Document = {
  type: string
  body: string | Buffer
  status?: number
  headers?: Record<string, string>
  cookies?: readonly string[]
  formAction?: readonly string[]
  framesOwn?: true
  scriptHash?: string
  mostBytes?: number
  /** Where it is not the language of the request. */
  language?: Language
}

export type Reader = {
  language: Language
  isLanguageChosen: boolean
  noteLanguage(language: Language): void
}

export type DocumentRequest = RequestFacts &
  Reader & {
    nonce: string
    host: string
    accept: string
    params: Record<string, string>
    query: Record<string, string | string[]>
    cookies: Readonly<Record<string, string | undefined>>
    /** Empty for a GET. The CSRF token and the origin were already checked. */
    form: URLSearchParams
    drawnFor: string | null
    files: UploadedFiles
    formToken(): string
    owner?: string
    from: string | null
  }

export type DocumentRow<A> = {
  method?: 'POST'
  path: string
  page: boolean
  contract: { surface: Surface; id: string; summary: string; tag: string; types: readonly string[] } | null
  budget?: Budget
  formBudget?: Budget & { by: (form: URLSearchParams) => string }
  /** Every caller gets the same page. It has no nonce and no secret, so it is compressed and browsers may cache it. */
  forEveryone?: true
  unmetered?: true
  upload?: { mostBytes: number; admits(app: A, cookies: Cookies): Promise<boolean> }
  translated?: true
  emails?: true
  markdown?(app: A): Promise<string> | string
  respond(app: A, request: DocumentRequest): Promise<Document> | Document
  /** Draws the page of this form again with what was typed, in another language. It must change nothing else. */
  redraw?(app: A, request: DocumentRequest): Promise<Document> | Document
}

export const json = (body: unknown, status = 200): Document => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
  status,
})

export const forEveryone = <A>(rows: readonly DocumentRow<A>[]): DocumentRow<A>[] =>
  rows.map(row => ({ ...row, forEveryone: true }))

export const unmetered = <A>(rows: readonly DocumentRow<A>[]): DocumentRow<A>[] =>
  rows.map(row => ({ ...row, unmetered: true }))

export const translated = <A>(row: DocumentRow<A>): DocumentRow<A> => ({ ...row, translated: true })

type SavedFile<Body> = { type: string; body: Body; filename: string }

export const download = <Body extends Document['body']>({
  type,
  body,
  filename,
}: SavedFile<Body>): Document & { body: Body } => ({
  type,
  body,
  headers: { 'content-disposition': `attachment; filename="${filename}"` },
})

export const staffDownload = <Body extends Document['body']>(file: SavedFile<Body>): Document => ({
  ...download(file),
  mostBytes: Buffer.byteLength(file.body),
})

export const redirect = (location: string, cookies: readonly string[] = []): Document => ({
  type: 'text/plain; charset=utf-8',
  body: '',
  status: 303,
  headers: { location },
  cookies,
})

export const MARKDOWN = 'text/markdown; charset=utf-8'

export const markdownAddress = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)

/** A page that can be Markdown has an address for it too, for those who cannot say what they accept. */
export const markdownDocuments = <A>(rows: readonly DocumentRow<A>[]): DocumentRow<A>[] =>
  rows.flatMap(({ path, markdown, forEveryone }) =>
    markdown
      ? [
          {
            path: markdownAddress(path),
            page: false,
            contract: null,
            ...(forEveryone && { forEveryone }),
            respond: async app => ({ type: MARKDOWN, body: await markdown(app) }),
          },
        ]
      : [],
  )

type Marking = Pick<PipelineApp, 'sealer'>

const markOf = ({ sealer }: Marking, owner: string): string =>
  sealer.mac('form-owner', owner).toString('base64url')

/** Between drawing and sending a form, someone else may have signed in with the same browser. */
export const isDrawnFor = (
  app: Marking,
  { drawnFor }: Pick<DocumentRequest, 'drawnFor'>,
  owner: string,
): boolean => drawnFor === null || drawnFor === markOf(app, owner)

export const drawingFor = (app: Marking, request: DocumentRequest, owner: string): DocumentRequest => ({
  ...request,
  owner: markOf(app, owner),
})

export const ownForms = (
  app: Marking,
  request: DocumentRequest,
  { owner, refusal }: { owner: string; refusal: string },
): DocumentRequest =>
  isDrawnFor(app, request, owner) ? drawingFor(app, request, owner) : fail('forbidden', { message: refusal })
