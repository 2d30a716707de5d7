import { LRUCache } from 'lru-cache'
import { perService } from '../app.ts'
import { atMost } from '../lib/at-most.ts'
import type { CredentialRow, OperatorRow } from './store.ts'

// A key revoked on another replica works here for this long at most. The limit is one second.
const FRESH_MS = 800
const MOST = 10_000

export type Credential = Pick<
  CredentialRow,
  'credential_id' | 'operator_uid' | 'expires_at' | 'revoked_at' | 'last_used_at'
> &
  Pick<OperatorRow, 'standing' | 'terms'> & { scopes: readonly string[] | null } & (
    | { kind: 'key'; main: boolean; mode: CredentialRow['mode'] }
    | { kind: 'token'; grant_id: string }
  )

type Found = Credential | undefined

/** Forgetting also voids lookups in progress, because they may have read the row before the revocation. */
class KeyCache {
  readonly #credentials = new LRUCache<string, Credential>({ ...atMost(MOST), ttl: FRESH_MS })
  #revocations = 0

  read(id: string, find: () => Promise<Found>): Found | Promise<Found> {
    return this.#credentials.get(id) ?? this.#look(id, find)
  }

  async #look(id: string, find: () => Promise<Found>): Promise<Found> {
    const start = performance.now()
    const revocations = this.#revocations
    const credential = await find()
    this.#credentials.delete(id)
    if (credential && revocations === this.#revocations) this.#credentials.set(id, credential, { start })
    return credential
  }

  forget(hash: Buffer): void {
    this.#revocations++
    this.#credentials.delete(hash.toString('base64'))
  }

  forgetAll(): void {
    this.#revocations++
    this.#credentials.clear()
  }
}

export const keyCache = perService(() => new KeyCache())
