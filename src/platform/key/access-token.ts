import type { App } from '../app.ts'
import { HOUR, later } from '../lib/clock.ts'
import { base62, randomId } from '../lib/random.ts'
import { type AccessTokenRow, insertAccessToken } from './access-token-store.ts'
import { keyHash } from './operator-key.ts'

export const ACCESS_TOKEN_LIFETIME = HOUR

const LENGTH = 43
const FORM = /^[\w-]{43}$/

export const looksLikeAccessToken = (text: string): boolean => FORM.test(text)

type Issue = Pick<AccessTokenRow, 'operator_uid' | 'grant_id' | 'client_id' | 'scopes' | 'audience'>

export const issueAccessToken = async (
  app: App,
  facts: Issue,
): Promise<{ token: string; expiresAt: Date }> => {
  const now = app.clock.now()
  const token = base62(app.random, LENGTH)
  const expiresAt = later(now, ACCESS_TOKEN_LIFETIME)
  await insertAccessToken(app.db, {
    ...facts,
    token_id: randomId(app.random, 'tok'),
    hash: keyHash(token),
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
  })
  return { token, expiresAt }
}
