import type { App } from '../app.ts'
import { type DocumentRow, json } from '../http/document.ts'

/** RFC 9728: named in the WWW-Authenticate of every refusal. */
export const protectedResource: DocumentRow<App> = {
  path: '/.well-known/oauth-protected-resource',
  page: false,
  contract: {
    surface: 'full',
    id: 'getProtectedResourceMetadata',
    summary: 'Where and how a credential for this service is presented (RFC 9728).',
    tag: 'discovery',
    types: ['application/json'],
  },
  respond: ({ config }) =>
    json({
      resource: config.publicUrl,
      resource_name: 'Bindery',
      bearer_methods_supported: ['header'],
      resource_documentation: `${config.publicUrl}/docs`,
    }),
}
