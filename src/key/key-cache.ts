import { perService } from '../app.ts'
import type { CredentialRow } from './store.ts'

// A key revoked on another replica works here for this long at most. The limit is one second.
const FRESH_MS = 800
const MOST = 10_000

export type Credential = Pick<
  CredentialRow,
  'credential_id' | 'operator_uid' | 'expires_at' | 'revoked_at' | 'last_used_at'
> & { scopes: readonly string[] | null } & (
    | { kind: 'key'; main: boolean; mode: CredentialRow['mode'] }
    | { kind: 'token'; grant_id: string }
  )

type Found = Credential | undefined
type Entry = { credential: Credential; readAt: number }

/** `forget` also voids lookups in progress, because they may have read the row before the revocation. */
export class KeyCache {
  readonly #entries = new Map<string, Entry>()
  #revocations = 0

  read(hash: Buffer, find: () => Promise<Found>): Found | Promise<Found> {
    const id = hash.toString('base64')
    const known = this.#entries.get(id)
    return known && performance.now() - known.readAt < FRESH_MS ? known.credential : this.#look(id, find)
  }

  async #look(id: string, find: () => Promise<Found>): Promise<Found> {
    const readAt = performance.now()
    const revocations = this.#revocations
    const credential = await find()
    this.#entries.delete(id)
    if (credential && revocations === this.#revocations) this.#keep(id, { credential, readAt })
    return credential
  }

  forget(hash: Buffer): void {
    this.#revocations++
    this.#entries.delete(hash.toString('base64'))
  }

  #keep(id: string, entry: Entry): void {
    const oldest = this.#entries.size >= MOST ? this.#entries.keys().next().value : undefined
    if (oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(id, entry)
  }
}

export const keyCache = perService(() => new KeyCache())
