import type { App } from '../app.ts'
import { type DocumentRow, json } from '../http/document.ts'
import { CONTRACT_VERSION, SKILL_VERSION } from '../http/versions.ts'
import type { Described } from './openapi.ts'

/** What an agent finds at the root of its surface: every operation, and where the contract is. */
export const operatorMap = (describe: () => Described): DocumentRow<App> => ({
  path: '/api/agent',
  page: false,
  contract: {
    surface: 'full',
    id: 'getOperatorMap',
    summary: 'The operator surface: its operations and where they are described.',
    tag: 'discovery',
    types: ['application/json'],
  },
  respond: ({ config: { publicUrl } }) =>
    json({
      service: 'Bindery',
      surface: 'operator',
      contract_version: CONTRACT_VERSION,
      skill_version: SKILL_VERSION,
      preferred_openapi_url: `${publicUrl}/api/agent/openapi.yaml`,
      documentation_url: `${publicUrl}/docs`,
      operations: describe()
        .rows.filter(({ surface }) => surface === 'operator')
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
