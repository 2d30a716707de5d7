import type { TObject, TSchema } from 'typebox'
import type { Endpoint, Row } from '../../../platform/http/operation.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { pathParameters, splitInput } from '../../../platform/http/schemas.ts'
import { budgetHeaderSchemas, type Components, everyHeader, headerRef } from './components.ts'
import type { OperationExamples } from './examples.ts'

const COMMON_FAILURES = [400, 413, 415, 500, 503]

const failureStatuses = ({ guard, operation, budgets, method }: Row<never>): number[] =>
  [
    ...new Set([
      ...COMMON_FAILURES.filter(status => method !== 'GET' || (status !== 413 && status !== 415)),
      ...(guard.scheme ? [401, 403, 429] : []),
      ...(budgets.length > 0 ? [429] : []),
      ...(keepsReplays({ guard, operation }) ? [409, 422] : []),
      ...(operation.failures ?? []),
    ]),
  ].sort((a, b) => a - b)

const keepsReplays = ({ guard, operation }: Pick<Row<never>, 'guard' | 'operation'>): boolean =>
  (guard.scheme !== null || guard.keepsReplays === true) && operation.reads !== true

export type Making = { components: Components; examples: OperationExamples }

const content = (schema: unknown, examples?: object) => ({
  'application/json': { schema, ...(examples && { examples }) },
})

const parameters = ({ components, examples }: Making, row: Row<never>): unknown[] => {
  const { query } = splitInput(row)
  const inPath = pathParameters(row.path)
  const properties = row.operation.input.properties as Record<string, TSchema & { description?: string }>
  const named = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || (row.operation.input.required ?? []).includes(name),
    description: properties[name]?.description ?? name,
    schema: components.inline(properties[name] ?? { type: 'string' }),
    ...(examples.parameters?.[name] !== undefined && { example: examples.parameters[name] }),
  })
  return [
    ...inPath.map(name => named(name, 'path')),
    ...(query ? Object.keys(properties).filter(name => !inPath.includes(name)) : []).map(name =>
      named(name, 'query'),
    ),
    { $ref: '#/components/parameters/ServiceApiVersion' },
    ...((row.guard.scheme || row.guard.keepsReplays) && row.method !== 'GET'
      ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
      : []),
    ...(row.operation.waits ? [{ $ref: '#/components/parameters/Prefer' }] : []),
  ]
}

const isLimited = ({ budgets, guard }: Row<never>): boolean => budgets.length > 0 || guard.failures !== null

const success = ({ components, examples }: Making, row: Row<never>, status: number) => {
  return {
    description: row.operation.summary,
    headers: {
      ...everyHeader,
      ...(isLimited(row) && budgetHeaderSchemas),
      ...(keepsReplays(row) && { 'Idempotency-Replayed': headerRef('IdempotencyReplayed') }),
      ...(row.operation.waits && {
        'Preference-Applied': headerRef('PreferenceApplied'),
        'Retry-After': headerRef('RetryAfter'),
      }),
    },
    content: content(components.reference(row.operation.output), examples.responses[status]),
  }
}

const taken = (making: Making, row: Row<never>) => {
  const { headers, content: body } = success(making, row, 202)
  return {
    description: 'Accepted. Get the result from Location after Retry-After seconds.',
    headers: { ...headers, Location: headerRef('Location'), 'Retry-After': headerRef('RetryAfter') },
    content: body,
  }
}

export const operationObject = (making: Making, row: Row<never>) => {
  const { components, examples } = making
  const { operation, guard, tag, surface } = row
  const { body } = splitInput(row)
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    tags: [tag],
    'x-service-surface': surface,
    security: [
      ...(guard.scheme ? [{ [guard.scheme]: [] }] : []),
      ...(guard.tokens ? (guard.scopes ?? [tag]).map(scope => ({ oauth2: [scope] })) : []),
    ],
    parameters: parameters(making, row),
    ...(body && {
      requestBody: {
        required: operation.needsBody === true || (body as { required?: string[] }).required?.length !== 0,
        content: content(components.reference(body), examples.requests),
      },
    }),
    responses: {
      200: success(making, row, 200),
      ...(operation.accepts && { 202: taken(making, row) }),
      ...components.failures(failureStatuses(row), { isLimited: isLimited(row) }),
    },
  }
}

export const documentObject = ({ components, examples }: Making, { contract, budget }: DocumentRow<never>) =>
  contract && {
    operationId: contract.id,
    summary: contract.summary,
    tags: [contract.tag],
    'x-service-surface': contract.surface,
    security: [],
    parameters: [{ $ref: '#/components/parameters/ServiceApiVersion' }],
    responses: {
      200: {
        description: contract.summary,
        headers: { ...everyHeader, ...(budget && budgetHeaderSchemas) },
        content: Object.fromEntries(
          contract.types.map(type => [type, { examples: examples.responses[200] ?? {} }]),
        ),
      },
      ...components.failures([400], { isLimited: false }),
      ...(budget && components.failures([429], { isLimited: true })),
    },
  }

type Parameter = TSchema & { description?: string; examples?: unknown[] }

const queryParameters = (components: Components, { properties, required }: TObject): object[] =>
  Object.entries(properties as Record<string, Parameter>).map(([name, { examples = [], ...schema }]) => ({
    name,
    in: 'query',
    required: (required as readonly string[]).includes(name),
    description: schema.description ?? name,
    schema: components.inline(schema),
    ...(examples.length > 0 && { example: examples[0] }),
  }))

export const endpointObject = (
  { components, examples }: Making,
  { id, summary, description, tag, surface, query, body, answers }: Endpoint,
) => ({
  operationId: id,
  summary,
  ...(description && { description }),
  tags: [tag],
  'x-service-surface': surface,
  security: [],
  ...(query && { parameters: queryParameters(components, query) }),
  ...(body && {
    requestBody: {
      required: true,
      content: {
        [body.type]: { schema: components.reference(body.schema), examples: examples.requests ?? {} },
      },
    },
  }),
  responses: Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: {
          ...everyHeader,
          ...budgetHeaderSchemas,
          ...(['429', '503'].includes(status) && { 'Retry-After': headerRef('RetryAfter') }),
        },
        ...(answer.schema && {
          content: content(components.reference(answer.schema), examples.responses[status]),
        }),
        ...(answer.isPage && { content: { 'text/html': {} } }),
      },
    ]),
  ),
})
