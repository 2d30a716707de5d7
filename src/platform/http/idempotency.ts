import { createHash, hash } from 'node:crypto'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { isLockTimeout } from '../db/database.ts'
import { deferred } from '../db/session.ts'
import { Failure, fail } from '../errors.ts'
import { budgetAddress } from '../lib/address.ts'
import { canonicalJson, jsonOf } from '../lib/canonical-json.ts'
import { later } from '../lib/clock.ts'
import { noteSecurityEvent } from '../lib/security-events.ts'
import type { EncodedAnswer, StoredAnswer } from './answer.ts'
import { isUnguessable } from './idempotency-key.ts'
import type { CallerBase, PipelineApp } from './operation.ts'
import {
  deleteReplayBefore,
  findReplay,
  insertReplay,
  isStoredAlready,
  lockReplay,
  REPLAYS_KEPT,
  replays,
} from './store.ts'

export type Replay = { id: Buffer; fingerprint: Buffer; credentialId: string | null; isSecret: boolean }

type Route = { path: string; operation: { handsOutCredential?: true } }

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

const LONG = 65_536

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > LONG

const hexOf = (text: string): string => hash('sha256', text)

type Hashes = ReadonlyMap<string, string>

const longTexts = (value: unknown): string[] => {
  if (isLong(value)) return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(longTexts) : []
}

const STEP = 2 ** 22

const hexInSteps = async (text: string): Promise<string> => {
  const steps = createHash('sha256')
  for (let from = 0; from < text.length; from += STEP) {
    steps.update(text.slice(from, from + STEP))
    await letOthersRun()
  }
  return steps.digest('hex')
}

export const hashesOfFiles = async (body: unknown): Promise<Hashes> => {
  const hashes = new Map<string, string>()
  for (const text of longTexts(body)) hashes.set(text, await hexInSteps(text))
  return hashes
}

const shortened =
  (hashes: Hashes | undefined) =>
  (value: unknown): string =>
    isLong(value) ? `#${hashes?.get(value) ?? hexOf(value)}` : jsonOf(value)

const ofAnyone = (fingerprint: Buffer, key: string, address: string): string =>
  `${fingerprint.toString('hex')} ${isUnguessable(key) ? '' : budgetAddress(address)}`

/** A shopper's uid stays out, because it is the scope already. */
const calledPath = (path: string, params: unknown, scope: string | null): string =>
  path.replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
    const value = (params as Record<string, string>)[name] ?? gap
    return value === scope ? gap : value
  })

type Sent = { parts: readonly [params: unknown, ...rest: unknown[]]; hashes?: Hashes | undefined }

export const replayOf = (
  { scope, credentialId, grantId, replayByContent, address }: CallerBase,
  { path, operation }: Route,
  key: string,
  { parts, hashes }: Sent,
): Replay | null => {
  const fingerprint = sha256(canonicalJson(parts, shortened(hashes)))
  const whose = scope ?? (replayByContent ? ofAnyone(fingerprint, key, address) : null)
  return whose === null
    ? null
    : {
        id: sha256([whose, calledPath(path, parts[0], scope), key].join('\0')),
        fingerprint,
        credentialId: grantId ?? credentialId,
        isSecret: operation.handsOutCredential === true,
      }
}

const refuseOtherCredential = (app: PipelineApp): never => {
  noteSecurityEvent(app, 'replay_refused')
  return fail('idempotency_conflict', {
    message:
      'Another credential already made this request with this Idempotency-Key, and only that one gets its response again. Nothing was done now. Get the current status before you send anything again, because a new key repeats the request.',
  })
}

const mayRead = ({ replaysOfOthers }: CallerBase, { isSecret }: Replay, text: string): boolean =>
  !isSecret &&
  (replaysOfOthers === 'all' || (replaysOfOthers === 'sandbox' && JSON.parse(text).sandbox === true))

export const findAnswer = async (
  app: PipelineApp,
  replay: Replay,
  caller: CallerBase,
): Promise<StoredAnswer | null> => {
  const row = await findReplay(app.db, replay.id, later(app.clock.now(), -REPLAYS_KEPT))
  if (!row) return null
  const isOwn = row.credential_id === replay.credentialId
  if (!isOwn && caller.replayOnly) return null
  if (!row.fingerprint.equals(replay.fingerprint)) fail('idempotency_conflict')
  const { status, headers, body } = row
  const text = app.sealer.openJsonText(replays.context('body', { replay_id: replay.id }), body)
  return isOwn || mayRead(caller, replay, text) ? { status, headers, text } : refuseOtherCredential(app)
}

const inProgress = (error: unknown): never => {
  if (isLockTimeout(error) || isStoredAlready(error))
    fail('idempotency_in_progress', { retryAfterSeconds: 1 })
  throw error
}

/** A key may be used again after a day. Until the next purge, its first response still blocks it. */
export const forgetExpired = async (app: PipelineApp, { id }: Replay, error: unknown): Promise<boolean> =>
  error instanceof Failure &&
  error.code === 'idempotency_in_progress' &&
  (await deleteReplayBefore(app.db, id, later(app.clock.now(), -REPLAYS_KEPT)))

/** Call it inside the transaction of the effect, before the effect. */
export const holdKey = (app: PipelineApp, { id }: Replay): Promise<void> =>
  deferred(app.db, lockReplay(app.db, id).catch(inProgress))

export const complete = async (
  app: PipelineApp,
  { id, fingerprint, credentialId }: Replay,
  answer: EncodedAnswer,
): Promise<EncodedAnswer> => {
  const { status, headers, bytes } = answer
  const row = {
    replay_id: id,
    fingerprint,
    credential_id: credentialId,
    created_at: app.clock.now(),
    status,
    headers,
    body: app.sealer.sealJson(replays.context('body', { replay_id: id }), bytes),
  }
  await deferred(app.db, insertReplay(app.db, row).catch(inProgress))
  return answer
}
