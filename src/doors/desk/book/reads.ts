import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { insertReads } from './read-store.ts'

export type ReadKind =
  | 'found'
  | 'related'
  | 'customer'
  | 'task'
  | 'queue'
  | 'review'
  | 'export'
  | 'document'
  | 'email'
  | 'note'

/** Call it before anything is shown. */
export const recordReads = (
  app: App,
  uids: readonly string[],
  { what, by }: { what: ReadKind; by: string },
): Promise<void> =>
  transact(app, ({ db }) =>
    insertReads(
      db,
      uids.map(uid => ({
        read_id: randomId(app.random, 'rdg'),
        uid,
        what,
        read_by: by,
        read_at: app.clock.now(),
      })),
    ),
  )
