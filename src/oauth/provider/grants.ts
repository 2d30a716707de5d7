import type { App } from '../../app.ts'
import { transact } from '../../db/transact.ts'
import { ACCESS_TOKEN_LIFETIME } from '../../key/access-token.ts'
import { limitsOf } from '../../key/key-schema.ts'
import { endKey } from '../../key/revoke-key.ts'
import { type CredentialRow, furtherKeys } from '../../key/store.ts'
import { later } from '../../lib/clock.ts'
import { redirectPlace } from '../protocol/redirect-place.ts'
import { onlyScopes, type Scope } from '../protocol/scopes.ts'
import { type RegistrationRow, registrationsOf } from '../tokens/registration-store.ts'
import { type GrantRow, grantsOf } from '../tokens/store.ts'
import { openObject } from './adapter.ts'
import { endGrant } from './grant.ts'
import { providerOf } from './provider.ts'

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
  const client = await (await providerOf(app)).Client.find(row.client_id ?? '')
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
  grant_id: row.credential_id,
  kind: 'agent',
  name: row.name ?? 'An agent with its own key',
  where: `${row.prefix}…`,
  scopes: limitsOf(row).scopes,
  granted_at: row.created_at,
  last_used_at: row.last_used_at,
})

export const listGrants = async (app: App, operatorUid: string): Promise<Grant[]> => {
  const now = app.clock.now()
  const clients = await grantsOf(app.db, operatorUid, now)
  const agents = await registrationsOf(app.db, operatorUid, later(now, -ACCESS_TOKEN_LIFETIME))
  const keys = await furtherKeys(app.db, operatorUid, now)
  return [
    ...(await Promise.all(clients.map(row => clientGrant(app, row)))),
    ...agents.map(agentGrant),
    ...keys.map(keyGrant),
  ]
}

export const revokeGrant = async (app: App, operatorUid: string, grantId: string): Promise<boolean> => {
  const key = (await furtherKeys(app.db, operatorUid, app.clock.now())).find(
    ({ credential_id }) => credential_id === grantId,
  )
  const own = key ?? (await listGrants(app, operatorUid)).find(({ grant_id }) => grant_id === grantId)
  if (own) await transact(app, inside => (key ? endKey(inside, key) : endGrant(inside, grantId)))
  return own !== undefined
}
