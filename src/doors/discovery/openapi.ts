import type { Endpoint, Row, Surface } from '../../platform/http/operation.ts'
import type { DocumentRow } from '../../platform/http/pages/document.ts'
import { CONTRACT_VERSION } from '../../platform/http/versions.ts'
import { recordOf } from '../../platform/lib/keys-of.ts'
import { LINES, lineNames } from '../../platform/lines.ts'
import { Components } from './openapi/components.ts'
import {
  failuresForShoppers,
  type Kind,
  type OperationExamples,
  oneOfEach,
  readExamples,
} from './openapi/examples.ts'
import { documentObject, endpointObject, type Making, operationObject } from './openapi/operations.ts'
import { shareParameters } from './openapi/share-parameters.ts'

export type DescribedService = {
  rows: readonly Row<never>[]
  documents: readonly DocumentRow<never>[]
  endpoints: readonly Endpoint[]
  /** For reading programs: one example of each request, and one answer of each tag. The docs show all. */
  brief?: true
}

export type OpenApiDocument = Record<string, unknown> & { paths: Record<string, Record<string, unknown>> }

const TITLES: Record<Surface, string> = {
  operator: 'Bindery operator API',
  consumer: 'Bindery consumer API',
  full: 'Bindery API',
}

const TAGS: Record<string, string> = {
  key: 'Request, confirm, and rotate the operator key. Create and revoke additional keys.',
  ...recordOf(lineNames, name => LINES[name].tag),
  changes: 'What changed in all your requests, in one poll.',
  requests: 'The calls you made, to find out what went wrong.',
  policies: 'Ask for a cancellation or a change of a policy.',
  sandbox: 'Tools for rehearsals.',
  calculators: 'Price estimates. Not quotes; nothing is stored.',
  oauth: 'Credentials for apps and agents that act for an operator: OAuth and agent identity.',
  consumer: 'For a shopper’s own assistant: start an application and check its status. No credential needed.',
  intake: 'Continue an application that a shopper started, with the token from the latest response.',
  discovery: 'Documents about the service.',
}

export const openApiDocument = (
  { rows, documents, endpoints, brief }: DescribedService,
  surface: Surface,
  url: string,
): OpenApiDocument => {
  const { operations, failures } = readExamples(url)
  const shownFailures = surface === 'consumer' ? failuresForShoppers(failures) : failures
  const components = new Components(brief ? null : shownFailures)
  const shorten = brief ? oneOfEach() : (examples: OperationExamples) => examples
  const making = (id: string, kind: Kind = { request: id, answer: id }): Making => ({
    components,
    examples: shorten(operations[id] ?? { responses: {} }, kind),
  })
  const belongs = (candidate: Surface): boolean => surface === 'full' || candidate === surface
  const paths: OpenApiDocument['paths'] = {}
  const add = (path: string, method: string, value: unknown) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: value }
  }
  for (const row of rows)
    if (belongs(row.surface))
      add(
        row.path,
        row.method,
        operationObject(
          making(row.operation.id, { request: row.operation.input.$id ?? row.operation.id, answer: row.tag }),
          row,
        ),
      )
  for (const row of documents)
    if (row.contract && belongs(row.contract.surface))
      add(row.path, 'GET', documentObject(making(row.contract.id), row))
  for (const endpoint of endpoints)
    if (belongs(endpoint.surface))
      add(endpoint.path, endpoint.body ? 'POST' : 'GET', endpointObject(making(endpoint.id), endpoint))
  const tags = [
    ...new Set(
      Object.values(paths).flatMap(item =>
        Object.values(item).flatMap(op => (op as { tags: string[] }).tags),
      ),
    ),
  ]
  const shared = shareParameters(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: TITLES[surface],
      version: CONTRACT_VERSION,
      summary: 'Buy umbrella and homeowners insurance on behalf of customers.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url }],
    'x-service-surface': surface,
    tags: tags.sort().map(name => ({ name, description: TAGS[name] ?? name })),
    paths: shared.paths,
    components: components.used(shared, url),
  }
}
