import type { PipelineApp } from './operation.ts'

/** Runs the work in one transaction, and what waits for its end once it has committed. */
export const transact = async <A extends PipelineApp, T>(
  app: A,
  work: (inside: A) => Promise<T>,
): Promise<T> => {
  const committed: (() => void)[] = []
  const done = await app.db
    .transaction()
    .execute(db => work({ ...app, db, afterCommit: (act: () => void) => committed.push(act) }))
  for (const act of committed) act()
  return done
}

/** In the transaction that is open already, or else in one of its own. */
export const inTransaction = <A extends PipelineApp, T>(
  app: A,
  work: (inside: A) => Promise<T>,
): Promise<T> => (app.db.isTransaction ? work(app) : transact(app, work))
