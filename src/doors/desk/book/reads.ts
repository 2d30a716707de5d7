import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { customerName } from '../../../products/lines.ts'
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

/** The names of those listed, which is a look at each. */
export const customersNamed = async (
  app: App,
  uids: readonly string[],
  { actor }: { actor: string },
): Promise<Map<string, string | null>> => {
  const names = new Map<string, string | null>()
  for (const uid of uids) if (!names.has(uid)) names.set(uid, await customerName(app, uid))
  await recordReads(app, [...names.keys()], { what: 'queue', by: actor })
  return names
}
