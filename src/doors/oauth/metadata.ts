import type { App } from '../../platform/app.ts'
import { type DocumentRow, json } from '../../platform/http/pages/document.ts'
import { publishedJwks } from '../../platform/key/signing-key.ts'
import { ALL_SCOPES } from './protocol/scopes.ts'
import { GRANT_TYPES, ID_JAG, PATHS } from './protocol/urls.ts'

const OPEN = { 'access-control-allow-origin': '*' }

const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post']

export const agentAuth = ({ publicUrl, idJagIssuers }: App['config']) => ({
  skill: `${publicUrl}${PATHS.authMd}`,
  identity_endpoint: `${publicUrl}${PATHS.identity}`,
  claim_endpoint: `${publicUrl}${PATHS.identityClaim}`,
  identity_types_supported: ['service_auth', 'identity_assertion'],
  identity_assertion: {
    assertion_types_supported: [ID_JAG, 'verified_email'],
    credential_types_supported: ['access_token', 'api_key'],
    issuers_supported: idJagIssuers.map(({ issuer }) => issuer),
  },
  register_uri: `${publicUrl}${PATHS.auth}`,
  claim_uri: `${publicUrl}${PATHS.authClaim}`,
  revocation_uri: `${publicUrl}${PATHS.authRevoke}`,
})

const contract = (id: string, summary: string) => ({
  surface: 'full' as const,
  id,
  summary,
  tag: 'oauth',
  types: ['application/json'],
})

const authorizationServer: DocumentRow<App> = {
  path: PATHS.server,
  page: false,
  contract: contract(
    'getAuthorizationServerMetadata',
    'The endpoints and features of the authorization server (RFC 8414).',
  ),
  respond: ({ config }) => {
    const at = (path: string) => `${config.publicUrl}${path}`
    return {
      ...json({
        issuer: config.publicUrl,
        authorization_endpoint: at(PATHS.authorize),
        token_endpoint: at(PATHS.token),
        revocation_endpoint: at(PATHS.revoke),
        registration_endpoint: at(PATHS.register),
        client_id_metadata_document_supported: true,
        jwks_uri: at(PATHS.jwks),
        scopes_supported: ALL_SCOPES,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: Object.values(GRANT_TYPES),
        token_endpoint_auth_methods_supported: AUTH_METHODS,
        revocation_endpoint_auth_methods_supported: AUTH_METHODS,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        service_documentation: at('/docs'),
        agent_auth: agentAuth(config),
      }),
      headers: OPEN,
    }
  },
}

const jwks: DocumentRow<App> = {
  path: PATHS.jwks,
  page: false,
  contract: contract('getSigningKeys', 'The public keys that verify our identity assertions and receipts.'),
  respond: async app => ({ ...json(await publishedJwks(app)), headers: OPEN }),
}

export const metadataDocuments: DocumentRow<App>[] = [authorizationServer, jwks]
