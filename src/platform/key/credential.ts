import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { MINUTE } from '../lib/clock.ts'
import { looksLikeAccessToken } from './access-token.ts'
import { findAccessToken, touchAccessToken } from './access-token-store.ts'
import { type Credential, keyCache } from './key-cache.ts'
import { keyHashText, looksLikeOperatorKey } from './operator-key.ts'
import { findCredential, findOperator, touchCredential } from './store.ts'

type Found<C = Credential> = C extends Credential ? Omit<C, 'standing' | 'terms'> : never

type Kind = {
  fits(bearer: string): boolean
  find(db: Db, hash: Buffer): Promise<Found | undefined>
  touch(db: Db, id: string, now: Date): Promise<void>
}

const operatorKey: Kind = {
  fits: looksLikeOperatorKey,
  async find(db, hash) {
    const row = await findCredential(db, hash)
    return row && { ...row, kind: 'key' }
  },
  touch: touchCredential,
}

const accessToken: Kind = {
  fits: looksLikeAccessToken,
  async find(db, hash) {
    const row = await findAccessToken(db, hash)
    return row && { ...row, kind: 'token', credential_id: row.token_id }
  },
  touch: touchAccessToken,
}

const KINDS = [operatorKey, accessToken]

const noteUse = (app: App, { touch }: Kind, { credential_id, last_used_at }: Found): void => {
  const now = app.clock.now()
  if (last_used_at && now.getTime() - last_used_at.getTime() < MINUTE) return
  touch(app.db, credential_id, now).catch(error => app.log.warn({ err: error }, 'last use not noted'))
}

export const readCredential = (
  app: App,
  bearer: string,
): Credential | undefined | Promise<Credential | undefined> => {
  const id = keyHashText(bearer)
  return keyCache(app).read(id, async () => {
    const kind = KINDS.find(({ fits }) => fits(bearer))
    const found = kind && (await kind.find(app.db, Buffer.from(id, 'base64')))
    if (!kind || !found) return undefined
    if (!found.revoked_at) noteUse(app, kind, found)
    const operator = await findOperator(app.db, found.operator_uid)
    return operator && { ...found, standing: operator.standing, terms: operator.terms }
  })
}
