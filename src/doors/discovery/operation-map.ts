import type { App } from '../../platform/app.ts'
import { type DocumentRow, json } from '../../platform/http/pages/document.ts'
import { CONTRACT_VERSION, SKILL_VERSION } from '../../platform/http/versions.ts'
import type { DescribedService } from './openapi.ts'

type Mapped = { surface: 'operator' | 'consumer'; path: string; id: string }

const operationMap =
  ({ surface, path, id }: Mapped) =>
  (describe: () => DescribedService): DocumentRow<App> => ({
    path,
    page: false,
    contract: {
      surface: 'full',
      id,
      summary: `All operations of the ${surface} API, with links to their documentation.`,
      tag: 'discovery',
      types: ['application/json'],
    },
    respond: ({ config: { publicUrl } }) =>
      json({
        service: 'Bindery',
        surface,
        contract_version: CONTRACT_VERSION,
        skill_version: SKILL_VERSION,
        preferred_openapi_url: `${publicUrl}${path}/openapi.yaml`,
        documentation_url: `${publicUrl}/docs`,
        operations: describe()
          .rows.filter(row => row.surface === surface)
          .map(({ method, path, guard, operation }) => ({
            name: operation.id,
            method,
            url: `${publicUrl}${path}`,
            auth: guard.scheme ?? 'none',
            summary: operation.summary,
            changes_something: operation.reads !== true,
          })),
      }),
  })

export const operatorMap = operationMap({ surface: 'operator', path: '/api/agent', id: 'getOperatorMap' })
export const consumerMap = operationMap({ surface: 'consumer', path: '/api/consumer', id: 'getConsumerMap' })
