import type { Client, Interaction, Provider } from 'oidc-provider'
import type { App } from '../../../platform/app.ts'
import { type DocumentRequest, hostCookieOf } from '../../../platform/http/pages/document.ts'
import { findOperator, type OperatorRow } from '../../../platform/key/store.ts'
import { findSession } from '../../../platform/signin/session.ts'
import { onlyScopes, type Scope } from '../protocol/scopes.ts'
import { redirectPlace } from '../provider/grants.ts'
import { findClient, providerOf } from '../provider/provider.ts'

export type Asking = {
  provider: Provider
  interaction: Interaction
  client: string
  where: string
  origin: string
  clientId: string
  resources: string[]
  scopes: Scope[]
  hint: string
}

export const INTERACTION_COOKIE = 'oauth'

const nameOf = ({ clientName }: Client, where: string): string => clientName?.trim().slice(0, 80) || where

const list = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

export const findAsking = async (
  app: App,
  { params: { uid = '' }, cookies }: Pick<DocumentRequest, 'params' | 'cookies'>,
): Promise<Asking | null> => {
  if (hostCookieOf(cookies, INTERACTION_COOKIE) !== uid) return null
  const provider = await providerOf(app)
  const interaction = await provider.Interaction.find(uid)
  const client = interaction && (await findClient(provider, String(interaction.params.client_id)))
  if (!interaction || !client) return null
  const { redirect_uri, resource, scope, login_hint } = interaction.params
  const place = redirectPlace(String(redirect_uri))
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
