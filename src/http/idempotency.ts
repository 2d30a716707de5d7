import { createHash } from 'node:crypto'
import { isLockTimeout } from '../db/database.ts'
import type { SealedColumn } from '../db/sealed-column.ts'
import { fail } from '../errors.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { DAY, later } from '../lib/clock.ts'
import type { CallerBase, PipelineApp } from './operation.ts'
import { claimReplay, completeReplay, deleteReplaysBefore, findReplay, type ReplayAnswer } from './store.ts'

const KEPT = DAY

/** One use of an Idempotency-Key: whose, for what, and with which request. */
export type Replay = { id: Buffer; fingerprint: Buffer; credentialId: string | null }

export type StoredAnswer = { status: number; headers: Record<string, string>; text: string }

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const LONG = 65_536

/** A long string, the content of a file say, counts by its hash: to quote it all would take its time. */
const short = (value: unknown): string =>
  typeof value === 'string' && value.length > LONG
    ? `#${sha256(value).toString('hex')}`
    : (JSON.stringify(value) ?? 'null')

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/

/** The raw header and its structured-field form ("…" in quotes) are the same key. */
export const readIdempotencyKey = (lines: readonly string[]): string | null => {
  if (lines.length === 0) return null
  const refuse = (code: 'repeated' | 'wrong_format'): never =>
    fail('invalid_request', {
      fields: [
        {
          path: 'Idempotency-Key',
          code,
          expected: '1 to 255 visible ASCII characters, in one header line',
        },
      ],
    })
  if (lines.length > 1) refuse('repeated')
  const key = String(lines[0]).replace(/^"(.*)"$/, '$1')
  return VISIBLE_ASCII.test(key) ? key : refuse('wrong_format')
}

export const replayOf = (
  { scope, credentialId, replayByContent }: CallerBase,
  path: string,
  key: string,
  request: unknown,
): Replay | null => {
  const fingerprint = sha256(canonicalJson(request, short))
  const whose = scope ?? (replayByContent ? fingerprint.toString('hex') : null)
  return whose === null ? null : { id: sha256([whose, path, key].join('\0')), fingerprint, credentialId }
}

const context = (id: Buffer): string => `replays/${id.toString('hex')}`

export const sealedReplay: SealedColumn = {
  table: 'replays',
  key: ['replay_id'],
  column: 'body',
  context: ({ replay_id }: { replay_id: Buffer }) => context(replay_id),
}

/** The stored answer, if this key was used before; 422 when it was used for something else. */
export const findAnswer = async (
  app: PipelineApp,
  replay: Replay,
  caller: CallerBase,
): Promise<StoredAnswer | null> => {
  const row = await findReplay(app.db, replay.id, later(app.clock.now(), -KEPT))
  if (!row) return null
  if (caller.replayOnly && row.credential_id !== caller.credentialId) return null
  if (!row.fingerprint.equals(replay.fingerprint)) fail('idempotency_conflict')
  const { status, headers, body } = row as unknown as ReplayAnswer
  return { status, headers, text: app.sealer.open(context(replay.id), body) }
}

/** Inside the transaction of the effect, before it. False: a twin committed in the meantime. */
export const claim = async (app: PipelineApp, replay: Replay): Promise<boolean> => {
  const now = app.clock.now()
  const row = {
    replay_id: replay.id,
    fingerprint: replay.fingerprint,
    credential_id: replay.credentialId,
    created_at: now,
  }
  try {
    return await claimReplay(app.db, row, later(now, -KEPT))
  } catch (error) {
    if (isLockTimeout(error)) fail('idempotency_in_progress', { retryAfterSeconds: 1 })
    throw error
  }
}

export const complete = (
  app: PipelineApp,
  replay: Replay,
  { text, ...answer }: StoredAnswer,
): Promise<void> =>
  completeReplay(app.db, replay.id, { ...answer, body: app.sealer.seal(context(replay.id), text) })

export const purgeReplays = (app: Pick<PipelineApp, 'db' | 'clock'>): Promise<void> =>
  deleteReplaysBefore(app.db, later(app.clock.now(), -KEPT))
