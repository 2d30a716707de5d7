import Type, { type Static } from 'typebox'
import type { KeyMode } from '../../platform/key/operator-key.ts'
import { type CredentialRow, keyIdOf } from '../../platform/key/store.ts'
import { type ScopeName, scopeNames } from '../../platform/lines.ts'
import { orNull } from '../../platform/values/schema-parts.ts'

export const keyFacts = {
  key_id: Type.String({ description: 'Names the key in DELETE /api/agent/keys/{key_id}.' }),
  key_prefix: Type.String({ description: 'The start of the key, to tell keys apart.' }),
  name: orNull('The name you gave it.'),
  mode: Type.Enum(['live', 'test'], { description: 'A test key reaches only the sandbox.' }),
  scopes: Type.Array(Type.Enum([...scopeNames]), { description: 'What the key can do.' }),
  expires_at: Type.String({ format: 'date-time' }),
}

export const OperatorKey = Type.Object(
  {
    ...keyFacts,
    main: Type.Boolean({
      description: 'The key from key/confirm, which manages the others. key/rotate replaces it.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    last_used_at: orNull('When it was last used, to the minute. Null: not yet.', { format: 'date-time' }),
  },
  { $id: 'OperatorKey', additionalProperties: false },
)
export type OperatorKey = Static<typeof OperatorKey>

type Limits = Pick<CredentialRow, 'name' | 'scopes' | 'mode'>

export const limitsOf = ({
  name,
  scopes,
  mode,
}: Limits): { name: string | null; mode: KeyMode; scopes: ScopeName[] } => ({
  name,
  mode: mode ?? 'live',
  scopes: scopeNames.filter(scope => scopes === null || scopes.includes(scope)),
})

export const keyView = (row: CredentialRow): OperatorKey => ({
  key_id: keyIdOf(row),
  key_prefix: row.prefix,
  ...limitsOf(row),
  main: row.main,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
