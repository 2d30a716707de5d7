import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../errors.ts'
import { speaking } from '../../language/language.ts'
import {
  admitAnonymous,
  checkVersion,
  requestFactsOf,
  takeAddressBudget,
  takeAnonymousBudget,
  takeNamedBudget,
} from '../admission.ts'
import { budgetHeaders } from '../budgets/budget.ts'
import type { Budgets } from '../budgets/budgets.ts'
import { emailBudgets, noteStored } from '../budgets/costs.ts'
import { MAX_BODY_BYTES } from '../json-body.ts'
import { largeBodyGate } from '../large-bodies.ts'
import type { PipelineApp } from '../operation.ts'
import { pageHeaders } from '../security-headers.ts'
import { checkAnswerBytes } from '../send-at-once.ts'
import { VERSION_HEADERS } from '../versions.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  MARKDOWN,
  markdownAddress,
  type Reader,
  readCookies,
} from './document.ts'
import { checkForm, hostOf, takeForms, visitOf } from './forms.ts'
import { readerOf, SWITCH_FIELD } from './readers-language.ts'
import { representationOf } from './representation.ts'
import { filesIn, takeUploads } from './uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    page?: boolean
    translated?: boolean
  }
}

export const newNonce = (): string => randomBytes(16).toString('base64url')

export const sendPage = (
  reply: FastifyReply,
  { type, body, status, headers, cookies = [], formAction = [], framesOwn, scriptHash }: Document,
  nonce: string,
): FastifyReply => {
  for (const name of VERSION_HEADERS) reply.removeHeader(name)
  reply
    .headers(pageHeaders(scriptHash ? `sha256-${scriptHash}` : `nonce-${nonce}`, formAction, framesOwn))
    .headers(headers ?? {})
  if (cookies.length > 0) reply.header('set-cookie', [...cookies])
  reply.code(status ?? 200)
  return status === 304 ? reply.send() : reply.type(type).send(body)
}

type Site<A> = { app: A; budgets: Budgets; publicUrl: string }

const isRedrawn = <A>({ redraw }: DocumentRow<A>, form: URLSearchParams): boolean =>
  redraw !== undefined && form.has(SWITCH_FIELD)

const take = async <A extends PipelineApp>(
  { app, budgets }: Site<A>,
  row: DocumentRow<A>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  form: URLSearchParams,
): Promise<void> => {
  const { budget, formBudget, emails } = row
  if (budget || formBudget || !(row.forEveryone || row.unmetered))
    admitAnonymous(budgets, request, { isPage: !emails && !formBudget })
  if (budget) await takeAddressBudget({ budgets, budget }, request)
  if (isRedrawn(row, form)) return
  if (emails) for (const one of emailBudgets) await takeAnonymousBudget({ budgets, budget: one }, request)
  if (formBudget)
    await takeNamedBudget({ app, budgets, budget: formBudget, named: formBudget.by(form) }, request)
  if (request.budget) reply.headers(budgetHeaders(request.budget))
}

const formBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? MAX_BODY_BYTES)

const prefersMarkdown = ({ headers: { accept = '' } }: FastifyRequest): boolean => {
  const types = accept.split(',').map(item => item.split(';')[0]?.trim().toLowerCase())
  const [markdown, html] = [types.indexOf('text/markdown'), types.indexOf('text/html')]
  return markdown >= 0 && (html < 0 || markdown < html)
}

const varying = <A>({ markdown, path }: DocumentRow<A>, document: Document): Document => {
  if (!markdown) return document
  const { headers = {} } = document
  const vary = ['accept', headers.vary].filter(Boolean).join(', ')
  const alternate = `<${markdownAddress(path)}>; rel="alternate"; type="text/markdown"`
  const link = [headers.link, alternate].filter(Boolean).join(', ')
  return { ...document, headers: { ...headers, vary, link } }
}

const pageBefore = ({ headers: { referer }, host }: FastifyRequest): string | null => {
  if (referer === undefined || hostOf(referer) !== host) return null
  const { pathname, search } = new URL(referer)
  // A browser reads a Location that begins with two slashes as another host.
  return /^\/[/\\]/.test(pathname) ? null : pathname + search
}

const NO_FORM = () => ({ form: new URLSearchParams(), drawnFor: null })

const sendMarkdown = (reply: FastifyReply, markdown: string): FastifyReply =>
  reply.header('vary', 'accept').type(MARKDOWN).send(markdown)

const sendDocument = (
  reply: FastifyReply,
  { type, body, status = 200, headers = {} }: Document,
): FastifyReply => {
  reply.code(status).headers(headers)
  return status === 304 ? reply.send() : reply.type(type).send(body)
}

type ReadBefore = Reader & Pick<DocumentRequest, 'nonce' | 'cookies' | 'form' | 'drawnFor' | 'formToken'>

const documentRequest = (request: FastifyRequest, read: ReadBefore): DocumentRequest => ({
  ...requestFactsOf(request),
  ...read,
  host: request.host,
  accept: request.headers.accept ?? '',
  params: request.params as DocumentRequest['params'],
  query: request.query as DocumentRequest['query'],
  files: filesIn(request),
  from: pageBefore(request),
})

const answer = async <A extends PipelineApp>(
  site: Site<A>,
  row: DocumentRow<A>,
  { request, reply, reader }: { request: FastifyRequest; reply: FastifyReply; reader: Reader },
): Promise<FastifyReply> => {
  const { app, publicUrl } = site
  if (!row.page) checkVersion(request)
  if (row.markdown && prefersMarkdown(request)) return sendMarkdown(reply, await row.markdown(app))
  const cookies = readCookies(request.headers.cookie)
  const { form, drawnFor } =
    row.method === 'POST' ? checkForm(app.sealer, request, { cookies, publicUrl }) : NO_FORM()
  await take(site, row, { request, reply }, form)
  const nonce = row.page ? newNonce() : ''
  const visit = visitOf(app.sealer, cookies)
  const respond = isRedrawn(row, form) ? (row.redraw ?? row.respond) : row.respond
  const { formToken } = visit
  const read = { ...reader, nonce, cookies, form, drawnFor, formToken }
  const found = await respond(app, documentRequest(request, read))
  checkAnswerBytes(Buffer.byteLength(found.body), found.mostBytes)
  const document = varying(row, row.forEveryone ? await representationOf(found, request.headers) : found)
  if (request.costs && row.method === 'POST') noteStored(request.costs, formBytes(request))
  return row.page
    ? sendPage(reply, { ...document, cookies: [...visit.cookies(), ...(document.cookies ?? [])] }, nonce)
    : sendDocument(reply, document)
}

const uploadGate = <A extends PipelineApp>(
  { app }: Site<A>,
  { mostBytes, admits }: NonNullable<DocumentRow<A>['upload']>,
) => {
  const admitUpload = largeBodyGate(app)
  return {
    bodyLimit: mostBytes,
    onRequest: async (request: FastifyRequest): Promise<void> => {
      if (!(await admits(app, readCookies(request.headers.cookie))))
        fail('forbidden', { message: 'You’re signed out. Sign in again, then send the form once more.' })
    },
    preParsing: async (request: FastifyRequest, reply: FastifyReply) => admitUpload(request, reply),
  }
}

const mount = <A extends PipelineApp>(server: FastifyInstance, site: Site<A>, row: DocumentRow<A>): void => {
  server.route({
    ...(row.upload && uploadGate(site, row.upload)),
    method: row.method ?? 'GET',
    url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { page: row.page, ...(row.translated && { translated: true }) },
    handler(request, reply) {
      const reader = readerOf(request, row)
      const respond = () => answer(site, row, { request, reply, reader })
      if (!row.translated) return respond()
      reader.noteLanguage(reader.language)
      return speaking(reader.language, respond)
    },
  })
}

export const mountDocuments = <A extends PipelineApp>(
  server: FastifyInstance,
  site: Site<A>,
  rows: readonly DocumentRow<A>[],
): void => {
  server.decorateRequest('language', null)
  for (const row of rows.filter(({ method }) => method !== 'POST')) mount(server, site, row)
  server.register(async scope => {
    takeForms(scope)
    for (const row of rows.filter(({ method, upload }) => method === 'POST' && !upload))
      mount(scope, site, row)
  })
  server.register(async scope => {
    takeUploads(scope)
    for (const row of rows.filter(({ upload }) => upload)) mount(scope, site, row)
  })
}
