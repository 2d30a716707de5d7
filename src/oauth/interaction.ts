import type { Client, Interaction, Provider } from 'oidc-provider'
import type { App } from '../app.ts'
import { hostCookieOf } from '../http/cookies.ts'
import type { DocumentRequest } from '../http/document.ts'
import { findOperator, type OperatorRow } from '../key/store.ts'
import { findSession } from '../signin/session.ts'
import { providerOf } from './provider.ts'
import { onlyScopes, type Scope } from './scopes.ts'

/** Who asks for what, as the person who decides is to see it. */
export type Asking = {
  provider: Provider
  interaction: Interaction
  client: string
  /** Where the answer goes: a host, or words for an app on the person's own device. */
  where: string
  /** What a form of the page must be allowed to lead to. */
  origin: string
  clientId: string
  resources: string[]
  scopes: Scope[]
  /** Whom the app expects. */
  hint: string
}

/** Set by the authorization server, with the `__Host-` of its configuration before it. */
export const INTERACTION_COOKIE = 'oauth'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Where an answer to this address goes, in words and as an origin. */
export const placeOf = (redirectUri: string): { where: string; origin: string } => {
  if (!URL.canParse(redirectUri)) return { where: 'an app that is gone', origin: '' }
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:')
    return { where: `an app on this device, ${protocol}`, origin: protocol }
  return {
    where: LOOPBACK.has(hostname) ? 'an app on this device' : hostname,
    origin: `${protocol}//${host}`,
  }
}

const nameOf = ({ clientName }: Client, where: string): string => clientName?.trim().slice(0, 80) || where

const list = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

/** Null: expired, finished, or begun in another browser. Only the browser that began it may end it. */
export const findAsking = async (
  app: App,
  { params: { uid = '' }, cookies }: Pick<DocumentRequest, 'params' | 'cookies'>,
): Promise<Asking | null> => {
  if (hostCookieOf(cookies, INTERACTION_COOKIE) !== uid) return null
  const provider = await providerOf(app)
  const interaction = await provider.Interaction.find(uid)
  const client = interaction && (await provider.Client.find(String(interaction.params.client_id)))
  if (!interaction || !client) return null
  const { redirect_uri, resource, scope, login_hint } = interaction.params
  const place = placeOf(String(redirect_uri))
  return {
    ...place,
    provider,
    interaction,
    client: nameOf(client, place.where),
    clientId: client.clientId,
    resources: list(resource),
    scopes: onlyScopes(String(scope).split(' ')),
    hint: typeof login_hint === 'string' ? login_hint.slice(0, 254) : '',
  }
}

export const signedInOperator = async (
  app: App,
  { cookies }: Pick<DocumentRequest, 'cookies'>,
): Promise<OperatorRow | null> => {
  const session = await findSession(app, 'operator', cookies)
  return session ? ((await findOperator(app.db, session.subject)) ?? null) : null
}
