import Type, { type Static } from 'typebox'
import { keyIssuedEmail } from '../../agency/emails/keys.ts'
import { queueEmail } from '../../agency/emails/outbox.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { keyCache } from '../../platform/key/key-cache.ts'
import { keyHash, keyPrefix, newOperatorKey } from '../../platform/key/operator-key.ts'
import { firstStanding, whyNotLive } from '../../platform/key/standing.ts'
import {
  type CredentialRow,
  furtherKeys,
  insertCredential,
  type OperatorRow,
  type Registration,
  upsertOperator,
} from '../../platform/key/store.ts'
import { DAY, later } from '../../platform/lib/clock.ts'
import { randomId } from '../../platform/lib/random.ts'
import { keyFacts, limitsOf } from './key-schema.ts'

export const KEY_LIFETIME = 365 * DAY

export const AgentKeyResponse = Type.Object(
  {
    status: Type.Enum(['issued', 'rotated'], {
      description: 'rotated: an earlier key was replaced and stopped at once.',
    }),
    api_key: Type.String({ description: 'The operator key. Shown this once; keep it on your server.' }),
    ...keyFacts,
    operator_uid: Type.String(),
    message: Type.String({ description: 'What happened and what to do next.' }),
  },
  { $id: 'AgentKeyResponse', additionalProperties: false },
)
export type AgentKeyResponse = Static<typeof AgentKeyResponse>

const whatItIs = (rotated: boolean, { mode }: KeyLimits): string => {
  if (rotated)
    return 'The new key replaced the old one, which stopped working at once. Store it now: it is not shown again.'
  return mode === 'test'
    ? 'Your test key. It reaches only the sandbox. Store it now: it is not shown again.'
    : 'Your operator key. Store it now, on your server: it is not shown again.'
}

const messageFor = (rotated: boolean, limits: KeyLimits, notYet: string | null): string =>
  [whatItIs(rotated, limits), ...(notYet === null ? [] : [notYet])].join(' ')

export type KeyLimits = Pick<CredentialRow, 'name' | 'scopes' | 'mode'>

const ALL_LIVE: KeyLimits = { name: null, scopes: null, mode: null }

type Issue = {
  operator: Pick<OperatorRow, 'operator_uid' | 'email' | 'standing'>
  main: boolean
  replaced: Pick<CredentialRow, 'hash'>[]
  limits?: KeyLimits
  kept?: Pick<CredentialRow, 'first_id' | 'expires_at'> | undefined
}

export const issueKey = async (
  app: App,
  { operator, main, replaced, limits = ALL_LIVE, kept }: Issue,
): Promise<AgentKeyResponse> => {
  const now = app.clock.now()
  const { name, scopes, mode } = limits
  const credential_id = randomId(app.random, 'crd')
  const key = newOperatorKey(app.random, mode ?? 'live')
  const prefix = keyPrefix(key)
  const expiresAt = kept?.expires_at ?? later(now, KEY_LIFETIME)
  const first_id = kept?.first_id ?? null
  const rotated = replaced.length > 0
  const notYet = whyNotLive(app, operator)
  await insertCredential(app.db, {
    credential_id,
    operator_uid: operator.operator_uid,
    main,
    hash: keyHash(key),
    prefix,
    created_at: now,
    expires_at: expiresAt,
    name,
    scopes,
    mode,
    first_id,
  })
  const told = { prefix, expiresAt, rotated, main, name, notYet }
  await queueEmail(app, keyIssuedEmail(operator.email, told), {
    purpose: 'key_issued',
  })
  app.afterCommit(() => {
    for (const { hash } of replaced) keyCache(app).forget(hash)
  })
  return {
    status: rotated ? 'rotated' : 'issued',
    api_key: key,
    key_id: first_id ?? credential_id,
    key_prefix: prefix,
    ...limitsOf(limits),
    expires_at: expiresAt.toISOString(),
    operator_uid: operator.operator_uid,
    message: messageFor(rotated, limits, notYet),
  }
}

export const MOST_FURTHER_KEYS = 5

/** The caller must hold the lock on the operator's row, so that concurrent calls cannot exceed the limit. */
export const issueFurtherKey = async (
  app: App,
  operator: Pick<OperatorRow, 'operator_uid' | 'email' | 'standing'>,
  limits: KeyLimits = ALL_LIVE,
): Promise<AgentKeyResponse> => {
  const living = await furtherKeys(app.db, operator.operator_uid, app.clock.now())
  const { length } = living.filter(({ mode }) => mode === limits.mode)
  if (length >= MOST_FURTHER_KEYS)
    fail('conflict', {
      current_status: 'too_many_keys',
      message: `This operator already has ${length} additional ${limits.mode ?? 'live'} keys, which is the limit. Revoke one with DELETE /api/agent/keys/{key_id} or POST /agent/auth/revoke, or request an access_token.`,
    })
  return issueKey(app, { operator, main: false, replaced: [], limits })
}

export const operatorWith = (
  app: App,
  email: string,
  details: Partial<Registration> = {},
): Promise<OperatorRow> =>
  upsertOperator(app.db, {
    operator_uid: randomId(app.random, 'opr'),
    email,
    created_at: app.clock.now(),
    ...firstStanding(app),
    ...details,
  })
