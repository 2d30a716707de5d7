import type { App } from '../../platform/app.ts'
import type { Answered } from '../../platform/http/server/note-responses.ts'
import { isSharedScope } from '../../platform/key/guard.ts'
import { SECOND } from '../../platform/lib/clock.ts'
import { emptySlot, endedSlot, insertRequests, type RequestRow, slotOf } from './store.ts'

const EVERY = SECOND
const MOST_AT_ONCE = 500
const MOST_WAITING = 10_000

export type RequestLog = { note(answered: Answered): void; flush(): Promise<void>; close(): Promise<void> }

/** A crash loses the last second. While the database is away, only the first ten thousand calls are kept. */
export const createRequestLog = (app: App): RequestLog => {
  const waiting: RequestRow[] = []
  let dropped = 0
  let writing = Promise.resolve()

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      await insertRequests(app.db, batch)
      waiting.splice(0, batch.length)
    }
    if (dropped > 0) app.log.warn({ dropped }, 'calls left out of the request log')
    dropped = 0
  }

  const flush = (): Promise<void> => {
    writing = writing.then(writeAll).catch((error: unknown) => {
      app.log.warn({ err: error }, 'request log not written')
    })
    return writing
  }

  const timer = setInterval(() => void (waiting.length > 0 && flush()), EVERY).unref()

  return {
    note({ request_id, method, route, status, error, caller }) {
      const { kind, scope, credentialId } = caller
      if (kind !== 'operator' || scope === null || isSharedScope(scope)) return
      if (waiting.length >= MOST_WAITING) {
        dropped++
        return
      }
      const at = app.clock.now()
      waiting.push({
        slot: slotOf(at),
        at,
        request_id,
        operator_uid: scope,
        credential_id: credentialId,
        method,
        route,
        status,
        error,
      })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

export const purgeRequests = (app: App): Promise<void> => emptySlot(app.db, endedSlot(app.clock.now()))
