import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { ACCESS_TOKEN_LIFETIME } from '../../../platform/key/access-token.ts'
import { type CredentialRow, furtherKeys, keyIdOf } from '../../../platform/key/store.ts'
import { later } from '../../../platform/lib/clock.ts'
import { limitsOf } from '../../key/key-schema.ts'
import { endKey } from '../../key/keys.ts'
import { onlyScopes, type Scope } from '../protocol/scopes.ts'
import { findRegistration, type RegistrationRow, registrationsOf } from '../tokens/registration-store.ts'
import { type GrantRow, grantsOf, isGrantOf } from '../tokens/store.ts'
import { openObject } from './adapter.ts'
import { endGrant } from './grant.ts'
import { findClient, providerOf } from './provider.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export const redirectPlace = (redirectUri: string): { where: string; origin: string } => {
  if (!URL.canParse(redirectUri)) return { where: 'an app that no longer exists', origin: '' }
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:')
    return { where: `an app on this device, ${protocol}`, origin: protocol }
  return {
    where: LOOPBACK.has(hostname) ? 'an app on this device' : hostname,
    origin: `${protocol}//${host}`,
  }
}

export type Grant = {
  grant_id: string
  kind: 'client' | 'agent'
  name: string
  where: string
  scopes: Scope[]
  granted_at: Date
  last_used_at: Date | null
}

const clientGrant = async (app: App, row: GrantRow): Promise<Grant> => {
  const client = await findClient(await providerOf(app), row.client_id ?? '')
  const { where } = redirectPlace(client?.redirectUris?.[0] ?? '')
  const { resources = {} } = openObject<{ resources?: Record<string, string> }>(app, row)
  return {
    grant_id: String(row.grant_id),
    kind: 'client',
    name: client?.clientName ?? where,
    where,
    scopes: onlyScopes(new Set(Object.values(resources).flatMap(scope => scope.split(' ')))),
    granted_at: row.created_at,
    last_used_at: row.last_used_at,
  }
}

const agentGrant = (row: RegistrationRow): Grant => ({
  grant_id: row.registration_id,
  kind: 'agent',
  name: 'An agent',
  where: row.client_id,
  scopes: onlyScopes(row.scopes),
  granted_at: row.created_at,
  last_used_at: null,
})

const keyGrant = (row: CredentialRow): Grant => ({
  grant_id: keyIdOf(row),
  kind: 'agent',
  name: row.name ?? 'An agent with its own key',
  where: `${row.prefix}…`,
  scopes: limitsOf(row).scopes,
  granted_at: row.created_at,
  last_used_at: row.last_used_at,
})

export type GrantList = { grants: Grant[]; hasMore: boolean }

const MOST_LISTED = 100

export const listGrants = async (app: App, operatorUid: string, most = MOST_LISTED): Promise<GrantList> => {
  const now = app.clock.now()
  const limit = most + 1
  const clients = await grantsOf(app.db, { operatorUid, now, limit })
  const notBefore = later(now, -ACCESS_TOKEN_LIFETIME)
  const agents = await registrationsOf(app.db, { operatorUid, notBefore, limit })
  const keys = await furtherKeys(app.db, operatorUid, now)
  return {
    grants: [
      ...(await Promise.all(clients.slice(0, most).map(row => clientGrant(app, row)))),
      ...agents.slice(0, most).map(agentGrant),
      ...keys.map(keyGrant),
    ],
    hasMore: clients.length > most || agents.length > most,
  }
}

const isOwn = async (app: App, operatorUid: string, grantId: string): Promise<boolean> => {
  if (await isGrantOf(app.db, operatorUid, grantId)) return true
  const agent = await findRegistration(app.db, grantId)
  return agent?.status === 'claimed' && agent.operator_uid === operatorUid
}

export const revokeGrant = async (app: App, operatorUid: string, grantId: string): Promise<boolean> => {
  const key = (await furtherKeys(app.db, operatorUid, app.clock.now())).find(row => keyIdOf(row) === grantId)
  if (!key && !(await isOwn(app, operatorUid, grantId))) return false
  await transact(app, inside => (key ? endKey(inside, key) : endGrant(inside, grantId)))
  return true
}
