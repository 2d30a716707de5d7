import type { App } from '../../platform/app.ts'
import { type DocumentRow, json } from '../../platform/http/pages/document.ts'
import { agentAuth } from '../oauth/metadata.ts'
import { ALL_SCOPES } from '../oauth/protocol/scopes.ts'
import { MCP_PATH, PATHS } from '../oauth/protocol/urls.ts'

type Resource = { path: string; id: string; name: string }

/** RFC 9728. The WWW-Authenticate header of every 401 links to it. */
const metadataOf = ({ path, id, name }: Resource): DocumentRow<App> => ({
  path: `${PATHS.resource}${path}`,
  page: false,
  contract: {
    surface: 'full',
    id,
    summary: `How to get and send a credential for ${name} (RFC 9728).`,
    tag: 'discovery',
    types: ['application/json'],
  },
  respond: ({ config }) => ({
    ...json({
      resource: `${config.publicUrl}${path}`,
      resource_name: `Bindery, ${name}`,
      authorization_servers: [config.publicUrl],
      scopes_supported: ALL_SCOPES,
      bearer_methods_supported: ['header'],
      resource_documentation: `${config.publicUrl}/docs`,
      agent_auth: agentAuth(config),
    }),
    headers: { 'access-control-allow-origin': '*' },
  }),
})

export const protectedResources: DocumentRow<App>[] = [
  { path: '', id: 'getProtectedResourceMetadata', name: 'the operator API' },
  { path: MCP_PATH, id: 'getMcpResourceMetadata', name: 'the operator MCP server' },
].map(metadataOf)
