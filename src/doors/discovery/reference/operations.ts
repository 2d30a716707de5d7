import { capitalized } from '../../../platform/lib/name-words.ts'
import { titleOf as groupTitle } from '../described-operations.ts'
import { type DescribedService, openApiDocument } from '../openapi.ts'
import type { Schema, Schemas } from './schema-fields.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: Schema
  example?: unknown
}

type Header = { name: string; description: string }

type Recorded = { summary: string; description?: string; value: unknown }

export type OperationExample = {
  name: string
  summary: string
  request?: unknown
  answer?: { status: number; value: unknown; note?: string | undefined }
}

type Tool = { server: string; name: string }

export type ReferenceOperation = {
  id: string
  slug: string
  title: string
  tag: string
  surface: string
  method: string
  path: string
  summary: string
  description: string | null
  before: string | null
  onFailure: string | null
  credential: string | null
  scheme: string | null
  parameters: readonly Parameter[]
  body: { type: string; schema: Schema } | null
  answers: readonly { status: number; description: string; schema: Schema | null }[]
  answerHeaders: readonly Header[]
  failures: readonly { status: number; description: string; cataloged: boolean }[]
  examples: readonly OperationExample[]
  tool: Tool | null
}

export type ReferenceGroup = { tag: string; title: string; operations: readonly ReferenceOperation[] }

export type Reference = { groups: readonly ReferenceGroup[]; schemas: Schemas }

export type ListedToolServer = {
  path: string
  server: {
    tools: readonly {
      name: string
      takesOnly?: readonly string[]
      row: { method: string; operation: { id: string } }
    }[]
  }
}

type Content = Record<string, { schema?: Schema; examples?: Record<string, Recorded> }>
type Reply = {
  $ref?: string
  description?: string
  headers?: Record<string, { $ref: string }>
  content?: Content
}
type WrittenOperation = {
  operationId: string
  summary: string
  description?: string
  tags: [string]
  'x-service-surface': string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, Reply>
}
type Shared = {
  schemas: Schemas
  parameters: Record<string, Parameter>
  headers: Record<string, { description: string }>
  responses: Record<string, Reply>
}

const FIRST_FAILURE = 400

const slugOf = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const titleIn = (operationId: string): string => capitalized(slugOf(operationId).replaceAll('-', ' '))

export const referencePath = (operationId: string): string => `/docs/api/${slugOf(operationId)}`

const lastName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

const onlyOf = (content: Content = {}) => Object.entries(content)[0]

const examplesOf = ({ requestBody, responses }: WrittenOperation): OperationExample[] => {
  const requests = onlyOf(requestBody?.content)?.[1].examples ?? {}
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    Number(status) < FIRST_FAILURE
      ? Object.entries(onlyOf(content)?.[1].examples ?? {}).map(([name, example]) => ({
          name,
          status: Number(status),
          example,
        }))
      : [],
  )
  return [...new Set([...Object.keys(requests), ...answers.map(({ name }) => name)])].map(name => {
    const answer = answers.find(one => one.name === name)
    const request = requests[name]
    return {
      name,
      summary: (request ?? answer?.example)?.summary ?? name,
      ...(request && { request: request.value }),
      ...(answer && {
        answer: {
          status: answer.status,
          value: answer.example.value,
          note: answer.example.description,
        },
      }),
    }
  })
}

const toolOf = (servers: readonly ListedToolServer[], id: string): Tool | null => {
  for (const { path, server } of servers)
    for (const { name, takesOnly, row } of server.tools)
      if (row.operation.id === id && takesOnly === undefined) return { server: path, name }
  return null
}

type Source = { described: DescribedService; servers: readonly ListedToolServer[]; shared: Shared }

const operationOf = (
  { described, servers, shared }: Source,
  [path, method, written]: [string, string, WrittenOperation],
): ReferenceOperation => {
  const { operationId: id, summary, description = null, tags, requestBody, responses } = written
  const row = described.rows.find(({ operation }) => operation.id === id)
  const body = onlyOf(requestBody?.content)
  const replies = Object.entries(responses).map(([status, reply]) => ({ status: Number(status), ...reply }))
  const answers = replies.filter(({ status }) => status < FIRST_FAILURE)
  return {
    id,
    slug: slugOf(id),
    title: titleIn(id),
    tag: tags[0],
    surface: written['x-service-surface'],
    method: method.toUpperCase(),
    path,
    summary,
    description,
    before: row?.operation.guidance?.before ?? null,
    onFailure: row?.operation.guidance?.onFailure ?? null,
    credential: row?.guard.credential ?? null,
    scheme: row?.guard.scheme ?? null,
    parameters: (written.parameters ?? []).flatMap(parameter =>
      '$ref' in parameter ? (shared.parameters[lastName(parameter.$ref)] ?? []) : parameter,
    ),
    body: body ? { type: body[0], schema: body[1].schema ?? {} } : null,
    answers: answers.map(reply => ({
      status: reply.status,
      description: reply.description ?? '',
      schema: onlyOf(reply.content)?.[1].schema ?? null,
    })),
    answerHeaders: [...new Map(answers.flatMap(({ headers = {} }) => Object.entries(headers))).entries()].map(
      ([name, { $ref }]) => ({ name, description: shared.headers[lastName($ref)]?.description ?? '' }),
    ),
    failures: replies
      .filter(({ status }) => status >= FIRST_FAILURE)
      .map(({ status, $ref, description: words = '' }) => ({
        status,
        description: words,
        cataloged: $ref !== undefined,
      })),
    examples: examplesOf(written),
    tool: toolOf(servers, id),
  }
}

export const operationIds = ({ rows, endpoints }: Pick<DescribedService, 'rows' | 'endpoints'>): string[] => [
  ...rows.map(({ operation }) => operation.id),
  ...endpoints.map(({ id }) => id),
]

export const readReference = (
  described: DescribedService,
  servers: readonly ListedToolServer[],
  url: string,
): Reference => {
  const { paths, components } = openApiDocument(described, 'full', url)
  const shared = components as Shared
  const ids = new Set(operationIds(described))
  const operations = Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, value]): [string, string, WrittenOperation] => [
        path,
        method,
        value as WrittenOperation,
      ]),
    )
    .filter(([, , { operationId }]) => ids.has(operationId))
    .map(entry => operationOf({ described, servers, shared }, entry))
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return {
    schemas: shared.schemas,
    groups: tags.map(tag => ({
      tag,
      title: groupTitle(tag),
      operations: operations.filter(operation => operation.tag === tag),
    })),
  }
}
