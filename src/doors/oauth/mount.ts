import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { checkVersion } from '../../platform/http/admission.ts'
import type { Budgets } from '../../platform/http/budgets/budgets.ts'
import { noteStored } from '../../platform/http/budgets/costs.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import { type Mount, takeAnonymousText } from '../../platform/http/server.ts'
import { isAgentGrant, redeemAgentGrant } from './agent/token.ts'
import { oauthCalls } from './protocol/budgets.ts'
import { refuseOAuth, sendOAuthError } from './protocol/oauth-error.ts'
import { GRANT_TYPES, PATHS } from './protocol/urls.ts'
import { brandsOf, registrableMetadata } from './provider/client-metadata.ts'
import { replyFromProvider } from './provider/exchange.ts'
import { revokeWithoutClient } from './provider/revoke.ts'

const MAX_BYTES = 48 * 1024
const JSON_TYPE = /^application\/json\b/i
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Site = { app: App; budgets: Budgets }

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

const isOf = (type: RegExp, { headers }: FastifyRequest): boolean => type.test(headers['content-type'] ?? '')

const register = (app: App, exchange: Exchange): Promise<void> => {
  const body = bodyOf(exchange.request)
  if (exchange.request.costs) noteStored(exchange.request.costs, body.length)
  const metadata = isOf(JSON_TYPE, exchange.request)
    ? JSON.stringify(registrableMetadata(parseJsonBody(Buffer.from(body)), brandsOf(app.config)))
    : body
  return replyFromProvider(app, exchange, metadata)
}

const formOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(isOf(FORM_TYPE, request) ? bodyOf(request) : '')

const namesClient = (form: URLSearchParams, { headers }: FastifyRequest): boolean =>
  form.has('client_id') || headers.authorization !== undefined

/** Without it, the provider would tell a caller without a client only that the client is missing. */
const checkGrantType = (grantType: string | null): void => {
  const supported: string[] = Object.values(GRANT_TYPES)
  if (grantType === null || !supported.includes(grantType))
    refuseOAuth(
      grantType === null ? 'invalid_request' : 'unsupported_grant_type',
      `grant_type must be one of ${supported.join(', ')}`,
    )
}

const token = async (app: App, { request, reply }: Exchange): Promise<unknown> => {
  const form = formOf(request)
  const grantType = form.get('grant_type')
  if (isOf(FORM_TYPE, request) && !namesClient(form, request)) checkGrantType(grantType)
  if (!isAgentGrant(grantType)) return replyFromProvider(app, { request, reply }, bodyOf(request))
  return reply.header('pragma', 'no-cache').send(await redeemAgentGrant(app, form))
}

const revoke = async (app: App, { request, reply }: Exchange): Promise<unknown> => {
  const form = formOf(request)
  if (namesClient(form, request)) return replyFromProvider(app, { request, reply }, bodyOf(request))
  await revokeWithoutClient(app, form)
  return reply.send('')
}

const CLIENT_ROUTES = [
  { path: PATHS.token, methods: ['POST', 'OPTIONS'], act: token },
  { path: PATHS.revoke, methods: ['POST', 'OPTIONS'], act: revoke },
  { path: PATHS.register, methods: ['POST'], act: register },
]

const ALLOWED: Record<string, string> = {
  [PATHS.authorize]: 'GET',
  ...Object.fromEntries(CLIENT_ROUTES.map(({ path, methods }) => [path, methods.join(', ')])),
}

const refuseOther = async ({ url }: FastifyRequest): Promise<never> => {
  const allow = ALLOWED[url.split('?')[0] ?? '']
  return allow === undefined ? fail('not_found') : fail('method_not_allowed', { headers: { allow } })
}

const prepare = (scope: FastifyInstance, { budgets }: Site): void => {
  takeAnonymousText(scope, { budgets, budget: oauthCalls, maxBytes: MAX_BYTES })
}

const mountForPeople = (scope: FastifyInstance, site: Site): void => {
  prepare(scope, site)
  for (const url of [PATHS.authorize, `${PATHS.authorize}/:uid`])
    scope.get(url, { config: { page: true }, exposeHeadRoute: false }, (request, reply) =>
      replyFromProvider(site.app, { request, reply }),
    )
}

const mountForClients = (scope: FastifyInstance, site: Site): void => {
  prepare(scope, site)
  scope.setErrorHandler((error, request, reply) => sendOAuthError(site.app, error, { request, reply }))
  scope.addHook('onRequest', async request => {
    // The provider draws a page for a client that accepts one.
    request.raw.headers.accept = 'application/json'
    checkVersion(request)
  })
  for (const { path, methods, act } of CLIENT_ROUTES)
    scope.route({
      method: methods,
      url: path,
      handler: (request, reply) =>
        request.method === 'OPTIONS'
          ? replyFromProvider(site.app, { request, reply })
          : act(site.app, { request, reply }),
    })
  scope.all('/oauth2/*', refuseOther)
}

export const oauthMount =
  (site: Site): Mount =>
  server => {
    server.register(async scope => mountForPeople(scope, site))
    server.register(async scope => mountForClients(scope, site))
  }
