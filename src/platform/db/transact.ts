import type { Db } from './database.ts'
import { runTransaction } from './session.ts'

export type Writes = {
  db: Db
  afterCommit(act: () => void): void
  /** Of several acts with one name, only the last runs. */
  beforeCommit(name: string, act: () => Promise<void>): void
  replaceBeforeCommit(name: string, act: () => Promise<void>): void
}

type Work<A, T> = (inside: A) => Promise<T>

type Act = () => Promise<void>

export const actsBeforeCommit = () => {
  const acts = new Map<string, Act>()
  return {
    set: (name: string, act: Act): void => {
      acts.set(name, act)
    },
    replace: (name: string, act: Act): void => {
      if (acts.has(name)) acts.set(name, act)
    },
    /** An act may add others, which run after those already listed. */
    run: async (): Promise<void> => {
      for (const [name, act] of acts) {
        acts.delete(name)
        await act()
      }
    },
  }
}

export const transact = async <A extends Writes, T>(app: A, work: Work<A, T>): Promise<T> => {
  const committed: (() => void)[] = []
  const last = actsBeforeCommit()
  const done = await runTransaction(app.db, 'begin', async db => {
    const result = await work({
      ...app,
      db,
      afterCommit: (act: () => void) => committed.push(act),
      beforeCommit: last.set,
      replaceBeforeCommit: last.replace,
    })
    await last.run()
    return result
  })
  for (const act of committed) act()
  return done
}

export const readAtOnce = <A extends Writes, T>(app: A, work: Work<A, T>): Promise<T> =>
  runTransaction(app.db, 'begin isolation level repeatable read read only', db => work({ ...app, db }))

export const inTransaction = <A extends Writes, T>(app: A, work: Work<A, T>): Promise<T> =>
  app.db.isTransaction ? work(app) : transact(app, work)

export const assertTransaction = ({ db }: Pick<Writes, 'db'>): void => {
  if (!db.isTransaction) throw new Error('This must run in a transaction: call it inside transact().')
}
