import type { App } from '../../platform/app.ts'
import { type DocumentRow, json } from '../../platform/http/pages/document.ts'
import { CONTRACT_VERSION } from '../../platform/http/versions.ts'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

type Listed = {
  path: string
  takesKey: boolean
  id: string
  name: string
  title: string
  description: string
}

const LISTED: readonly Listed[] = [
  {
    path: '/api/agent/mcp',
    takesKey: true,
    id: 'getOperatorServerJson',
    name: 'bindery-operator',
    title: 'Bindery for operators',
    description: 'Quote and buy homeowners and umbrella insurance for the customers of a business.',
  },
  {
    path: '/api/consumer/mcp',
    takesKey: false,
    id: 'getConsumerServerJson',
    name: 'bindery-consumer',
    title: 'Bindery for shoppers',
    description: 'Help a person buy homeowners or umbrella insurance. No credential needed.',
  },
]

const KEY = {
  name: 'Authorization',
  description: 'Bearer and an operator key. Leave it out to sign in with OAuth.',
  isRequired: false,
  isSecret: true,
}

const namespaceOf = (publicUrl: string): string =>
  new URL(publicUrl).hostname.split('.').toReversed().join('.')

export const registryDocuments: DocumentRow<App>[] = LISTED.map(
  ({ path, takesKey, id, name, title, description }) => ({
    path: `${path}/server.json`,
    page: false,
    contract: {
      surface: 'full',
      id,
      summary: `${title}: the entry for MCP registries.`,
      tag: 'discovery',
      types: ['application/json'],
    },
    respond: ({ config: { publicUrl } }) =>
      json({
        $schema: SCHEMA,
        name: `${namespaceOf(publicUrl)}/${name}`,
        title,
        description,
        version: CONTRACT_VERSION,
        websiteUrl: `${publicUrl}/docs/mcp`,
        remotes: [
          { type: 'streamable-http', url: `${publicUrl}${path}`, ...(takesKey && { headers: [KEY] }) },
        ],
      }),
  }),
)
