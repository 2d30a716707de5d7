import type { EventEmitter } from 'node:events'
import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type App, perService } from '../../../platform/app.ts'
import { isDatabaseAway } from '../../../platform/db/database.ts'
import { hasPlainCookies, plainCookie } from '../../../platform/http/pages/plain-cookies.ts'
import { requestedScopes } from '../protocol/scopes.ts'
import { PATHS } from '../protocol/urls.ts'
import { brandsOf, clientDocuments, REGISTERED_SCOPE } from './client-metadata.ts'
import { configuration, SESSION_COOKIE, scopesOf } from './configuration.ts'

/** A document that cannot be fetched now describes no client. */
export const findClient = (provider: Provider, clientId: string): Promise<Client | undefined> =>
  provider.Client.find(clientId).catch(() => undefined)

const normalizeAuthorization = async (ctx: KoaContextWithOIDC, provider: Provider): Promise<void> => {
  const { scope, response_mode: mode, client_id } = ctx.query
  if (ctx.path !== PATHS.authorize || Array.isArray(scope)) return
  const client = typeof client_id === 'string' ? await findClient(provider, client_id) : undefined
  ctx.query = {
    ...ctx.query,
    scope: requestedScopes(scope, client && scopesOf(client)).join(' '),
    ...(mode !== undefined && mode !== 'query' && { response_mode: 'unsupported' }),
  }
}

const tellRegisteredScope = (ctx: KoaContextWithOIDC): void => {
  if (ctx.path !== PATHS.register || typeof ctx.body !== 'object' || ctx.body === null) return
  const { [REGISTERED_SCOPE]: scope, ...body } = ctx.body as Record<string, unknown>
  if (scope !== undefined) ctx.body = { ...body, scope }
}

const finishCookies = ({ res }: KoaContextWithOIDC, isPlain: boolean): void => {
  const lines = [res.getHeader('set-cookie') ?? []].flat().map(String)
  const own = lines.filter(line => !line.startsWith(`${SESSION_COOKIE}=`))
  const kept = isPlain ? own.map(plainCookie) : own
  if (kept.length > 0) res.setHeader('set-cookie', kept)
  else res.removeHeader('set-cookie')
}

type Refusal = { error_description?: string | undefined; error_detail?: string | undefined }

const addReason = (ctx: KoaContextWithOIDC, { error_description, error_detail }: Refusal): void => {
  if (error_detail === undefined || typeof ctx.body !== 'object' || ctx.body === null) return
  ctx.body = { ...ctx.body, error_description: `${error_description ?? 'refused'}: ${error_detail}` }
}

const watch = (app: App, provider: Provider): void => {
  const log = (error: unknown) => app.log.error({ err: error }, 'authorization server failed')
  ;(provider as EventEmitter).on('error', log)
  provider.on('server_error', (ctx, error) => {
    if (!isDatabaseAway(error)) return log(error)
    ctx.status = 503
    ctx.set('retry-after', '1')
    ctx.body = { error: 'temporarily_unavailable', error_description: 'Retry after Retry-After seconds.' }
  })
  provider.on('grant.error', addReason)
  provider.on('revocation.error', addReason)
  provider.on('registration_create.error', addReason)
}

const createProvider = async (app: App): Promise<Provider> => {
  const library = await import('oidc-provider')
  const documents = clientDocuments(brandsOf(app.config))
  const provider = new library.Provider(app.config.publicUrl, await configuration(app, library, documents))
  provider.proxy = true
  // A proxy in front ends TLS, and on loopback cookies go out without Secure.
  Object.defineProperty(provider.request, 'secure', { get: () => true })
  watch(app, provider)
  provider.use(async (ctx, next) => {
    await normalizeAuthorization(ctx as KoaContextWithOIDC, provider)
    await next()
    tellRegisteredScope(ctx as KoaContextWithOIDC)
    finishCookies(ctx as KoaContextWithOIDC, hasPlainCookies(app.config))
  })
  return provider
}

export const providerOf = perService(createProvider)
