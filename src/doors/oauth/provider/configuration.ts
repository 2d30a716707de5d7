import { html } from 'hono/html'
import type { JWK } from 'jose'
import type { Client, Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import type { App } from '../../../platform/app.ts'
import { newNonce } from '../../../platform/http/pages/mount-document.ts'
import { hasPlainCookies } from '../../../platform/http/pages/plain-cookies.ts'
import { pageHeaders } from '../../../platform/http/security-headers.ts'
import { VERSION_HEADERS } from '../../../platform/http/versions.ts'
import { ACCESS_TOKEN_LIFETIME } from '../../../platform/key/access-token.ts'
import { findOperator } from '../../../platform/key/store.ts'
import { DAY, HOUR, SECOND } from '../../../platform/lib/clock.ts'
import { page } from '../../../platform/pages/frame.ts'
import { withMarks } from '../../../platform/pages/service-marks.ts'
import { requestedScopes } from '../protocol/scopes.ts'
import { isResource, LIFETIMES, PATHS, unknownResource } from '../protocol/urls.ts'
import { createAdapter } from './adapter.ts'
import { type clientDocuments, REGISTERED_SCOPE } from './client-metadata.ts'

const EXPIRED = 'The sign-in expired, or you already finished it in another window.'

const sentence = ({ error, error_description }: ErrorOut, expired: boolean): string => {
  if (expired) return EXPIRED
  return error === 'server_error'
    ? 'Something went wrong on our side. Try again in a minute.'
    : `The app sent an invalid request: ${error_description ?? error}.`
}

const showOnPage =
  (app: App) =>
  async (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> => {
    const shown = await page({
      title: 'We couldn’t connect this app',
      body: html`<div class="narrow">
<h1>We couldn’t connect this app</h1>
<p class="lede">${sentence(out, error.name === 'SessionNotFound')}</p>
<p>The app has no access. Go back to it and start again. If this keeps happening, contact the app’s developer.</p>
<p class="soft small">Error: <code>${out.error}</code></p>
</div>`,
    })
    const { type, body } = withMarks(shown, app)
    for (const name of VERSION_HEADERS) ctx.remove(name)
    ctx.set(pageHeaders(`nonce-${newNonce()}`, []))
    ctx.type = type
    ctx.body = body
  }

type Library = typeof import('oidc-provider')

export const SESSION_COOKIE = '__Host-oauth_session'

const off = { enabled: false }
const seconds = (milliseconds: number): number => milliseconds / SECOND

export const scopesOf = (client: Client): string[] => {
  const { [REGISTERED_SCOPE]: scope } = client.metadata() as Record<string, unknown>
  return requestedScopes(typeof scope === 'string' ? scope : undefined)
}

const resourceServer = (app: App, { errors }: Library) => ({
  enabled: true,
  defaultResource: (_ctx: KoaContextWithOIDC, _client: unknown, granted?: readonly string[]) =>
    granted?.[0] ?? app.config.publicUrl,
  useGrantedResource: () => true,
  getResourceServerInfo(ctx: KoaContextWithOIDC, resource: string, client: Client) {
    if (!isResource(app.config, resource)) throw new errors.InvalidTarget(unknownResource(app.config))
    const allowed = scopesOf(client)
    const unknown = [...ctx.oidc.requestParamScopes].find(scope => !allowed.includes(scope))
    if (unknown !== undefined)
      throw new errors.InvalidScope(`this client may request ${allowed.join(', ')}`, unknown)
    return { scope: allowed.join(' '), accessTokenFormat: 'opaque' as const }
  },
})

/** The library requires a key, but signs nothing: access tokens are opaque and there are no ID tokens. */
const unusedKey = async (): Promise<JWK> => {
  const { exportJWK, generateKeyPair } = await import('jose')
  return exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
}

export const configuration = async (
  app: App,
  library: Library,
  documents: ReturnType<typeof clientDocuments>,
): Promise<Configuration> => ({
  adapter: createAdapter(app, reason => new library.errors.InvalidGrant(reason)),
  jwks: { keys: [(await unusedKey()) as never] },
  scopes: [],
  responseTypes: ['code'],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  clientDefaults: {
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  },
  extraClientMetadata: { properties: [REGISTERED_SCOPE] },
  pkce: { required: () => true },
  routes: {
    authorization: PATHS.authorize,
    token: PATHS.token,
    revocation: PATHS.revoke,
    registration: PATHS.register,
    jwks: PATHS.jwks,
  },
  features: {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: documents.allowFetch,
      cacheDuration: { min: seconds(HOUR), max: seconds(DAY) },
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    resourceIndicators: resourceServer(app, library),
  },
  ttl: {
    AccessToken: seconds(ACCESS_TOKEN_LIFETIME),
    AuthorizationCode: seconds(LIFETIMES.code),
    RefreshToken: seconds(LIFETIMES.refreshToken),
    Grant: seconds(LIFETIMES.grant),
    Interaction: seconds(LIFETIMES.signIn),
    Session: seconds(LIFETIMES.signIn),
  },
  cookies: {
    names: {
      session: SESSION_COOKIE,
      interaction: '__Host-oauth',
      // It has a path of its own, which the prefix __Host- forbids once it is sent.
      resume: hasPlainCookies(app.config) ? '__Host-oauth_resume' : '__Secure-oauth_resume',
    },
    long: { path: '/', secure: true, httpOnly: true, sameSite: 'lax' },
    short: { path: '/', secure: true, httpOnly: true, sameSite: 'lax' },
  },
  interactions: { url: (_ctx, { uid }) => `${PATHS.interaction}/${uid}` },
  findAccount: async (_ctx, accountId) =>
    (await findOperator(app.db, accountId)) && { accountId, claims: () => ({ sub: accountId }) },
  loadExistingGrant: async ctx => {
    const grantId = ctx.oidc.result?.consent?.grantId
    return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
  },
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  revokeGrantPolicy: () => true,
  clientBasedCORS: (_ctx, origin, client) =>
    client.clientAuthMethod === 'none' &&
    (client.redirectUris ?? []).some(uri => URL.parse(uri)?.origin === origin),
  fetch: address => documents.fetch(address instanceof Request ? address.url : address),
  renderError: showOnPage(app),
})
