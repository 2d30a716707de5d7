import Type, { type Static } from 'typebox'
import { type App, operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import { keyCache } from '../../platform/key/key-cache.ts'
import {
  type CredentialRow,
  keyIdOf,
  livingKeys,
  lockOperator,
  revokeRotations,
} from '../../platform/key/store.ts'
import { scopeNames } from '../../platform/lines.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { AgentKeyResponse, issueFurtherKey } from './issue.ts'
import { keyView, OperatorKey } from './key-schema.ts'

/** The lock waits for a rotation, so it cannot bring the key past its end. */
export const endKey = async (
  app: App,
  key: Pick<CredentialRow, 'credential_id' | 'first_id' | 'operator_uid'>,
): Promise<void> => {
  await lockOperator(app.db, key.operator_uid)
  const ended = await revokeRotations(app.db, keyIdOf(key), app.clock.now())
  app.afterCommit(() => {
    for (const { hash } of ended) keyCache(app).forget(hash)
  })
}

const closed = { additionalProperties: false } as const

const nothing = Type.Object({}, closed)

export const OperatorKeysResponse = Type.Object(
  { keys: Type.Array(OperatorKey, { description: 'Newest first. Revoked and expired keys are left out.' }) },
  { $id: 'OperatorKeysResponse', ...closed },
)

export const listKeys = operation({
  id: 'listOperatorKeys',
  summary: 'List your keys.',
  description: 'Shows the start of each key, its name, mode and scopes, and when it was last used.',
  input: nothing,
  output: OperatorKeysResponse,
  reads: true,
  async run(app, { operatorUid }: OperatorCaller): Promise<Static<typeof OperatorKeysResponse>> {
    return { keys: (await livingKeys(app.db, operatorUid, app.clock.now())).map(keyView) }
  },
})

const OperatorKeyCreateRequest = Type.Object(
  {
    name: Type.String({
      maxLength: 60,
      pattern: '^ *[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$',
      description: 'What you call the key, on one line and not only spaces. Only you see it.',
      examples: ['Test runs'],
    }),
    mode: Type.Optional(
      Type.Enum(['live', 'test'], {
        default: 'live',
        description:
          'test: the key starts with bind_test_ and reaches only the sandbox. sandbox is then true by default.',
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.Enum([...scopeNames]), {
        minItems: 1,
        uniqueItems: true,
        description: 'What the key can do. Omit it for all scopes.',
      }),
    ),
  },
  { $id: 'OperatorKeyCreateRequest', ...closed, examples: [{ name: 'Test runs', mode: 'test' }] },
)

export const createKey = operation({
  id: 'createOperatorKey',
  summary: 'Create an additional key, with a name and scopes of its own.',
  description:
    'Your other keys still work. A test key reaches only the sandbox, so a mistake cannot apply or buy for a real customer. You can have five live and five test keys besides your main key. We email you about each new key. Only the main key manages keys.',
  input: OperatorKeyCreateRequest,
  output: AgentKeyResponse,
  handsOutCredential: true,
  failures: [409],
  async run(app, { operatorUid }: OperatorCaller, { name, mode, scopes }): Promise<AgentKeyResponse> {
    const operator = (await lockOperator(app.db, operatorUid)) ?? fail('unauthorized')
    return issueFurtherKey(app, operator, {
      name: name.trim(),
      mode: mode === 'test' ? 'test' : null,
      scopes: scopes ?? null,
    })
  },
})

const OperatorKeyRevokeRequest = Type.Object({ key_id: anId('From listOperatorKeys.') }, closed)

export const OperatorKeyRevokeResponse = Type.Object(
  { status: Type.Enum(['revoked']), key_id: Type.String(), key_prefix: Type.String() },
  { $id: 'OperatorKeyRevokeResponse', ...closed },
)

export const revokeKey = operation({
  id: 'revokeOperatorKey',
  summary: 'Revoke one of your additional keys.',
  description:
    'It stops at once here, and within a second everywhere. To replace your main key, call key/rotate instead.',
  input: OperatorKeyRevokeRequest,
  output: OperatorKeyRevokeResponse,
  failures: [404, 409],
  async run(
    app,
    { operatorUid }: OperatorCaller,
    { key_id },
  ): Promise<Static<typeof OperatorKeyRevokeResponse>> {
    const keys = await livingKeys(app.db, operatorUid, app.clock.now())
    const key =
      keys.find(key => keyIdOf(key) === key_id) ??
      fail('not_found', {
        message: 'You have no such key. GET /api/agent/keys lists the keys that still work.',
      })
    if (key.main)
      fail('conflict', {
        current_status: 'main_key',
        message: 'This is your main key. Replace it with POST /api/agent/key/rotate.',
      })
    await endKey(app, key)
    return { status: 'revoked', key_id, key_prefix: key.prefix }
  },
})
