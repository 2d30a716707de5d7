import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { furtherKeys, type OperatorRow } from '../../platform/key/store.ts'
import { type AgentKeyResponse, ALL_LIVE, issueKey, type KeyLimits } from './issue.ts'

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
